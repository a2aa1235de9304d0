"""A course: submissions of a class read, matched, graded, and kept until the grades are out."""
