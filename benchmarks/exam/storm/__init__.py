"""Games in which anything may happen, several times a game and at any moment; and the truth about each of them."""
