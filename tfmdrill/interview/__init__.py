"""A mock interview against the clock: its plan, its course, its record and its scorecard."""
