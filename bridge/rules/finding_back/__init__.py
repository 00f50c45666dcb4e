"""How the record finds back to the board after something unusual: nothing waits for an arbiter, and they are told."""
