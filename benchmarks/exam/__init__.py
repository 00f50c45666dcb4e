"""`python -m benchmarks.exam [PGN or directory …]`: how well the rules follow games that hands play."""
