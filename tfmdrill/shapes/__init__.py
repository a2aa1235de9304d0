"""Shape comments against the shapes that a file has when it runs: `check_shapes`."""

from tfmdrill.shapes.report import check_shapes, exit_code

__all__ = ["check_shapes", "exit_code"]
