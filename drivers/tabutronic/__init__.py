"""What the boards of Certabo and TabuTronic have in common: lines of numbers that come without being asked for, and
lamps that are the only thing that they can be told.
"""
