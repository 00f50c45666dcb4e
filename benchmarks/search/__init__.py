"""`python -m benchmarks.search --seconds N --first-seed S`: streams are varied until the rules break an invariant."""
