"""The FIDE Laws of Chess as data: one value per edition, never a subclass."""
