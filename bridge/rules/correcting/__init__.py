"""What the arbiter decides, and what becomes of the game by it."""
