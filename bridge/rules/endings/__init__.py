"""How a game ends: on the board, by a draw, a fallen flag, the kings in the centre; and how the next one begins."""
