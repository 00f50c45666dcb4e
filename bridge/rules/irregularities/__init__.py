"""What the arbiter should hear of: illegal and unfinished moves, pieces that stand wrong, and what the Laws propose."""
