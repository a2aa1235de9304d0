"""Grading where students hand in: the zip for Gradescope, a workflow for GitHub.

- `bundle`: what goes into the zip, made on the instructor's machine.
- `wheel`, `pins`: tfmdrill and its libraries as they are there.
- `running`: what the container runs on a submission.
"""
