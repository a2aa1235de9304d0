"""tfmdrill: transformer exercises whose grader names the mistake."""

__version__ = "0.1.0"
