"""`python -m benchmarks.hall`: a round of blitz in a hall of many kinds of e-boards, all on one service."""
