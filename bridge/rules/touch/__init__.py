"""The touch-move rules (Articles 4 and 6): what was touched, what that permits, and what was done all the same."""
