"""Grading: the verdict on a submission, its diagnosis, and the report.

`Grader` grades any number of files over shared zygotes; `grade` grades one.
"""

from tfmdrill.grading.grader import Grader, fresh_seed
from tfmdrill.model.request import GradeRequest

__all__ = ["GradeRequest", "Grader", "fresh_seed"]
