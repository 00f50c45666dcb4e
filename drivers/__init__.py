"""E-boards: what they say (`reports`), how they are built (`eboard`), and one room per family."""
