"""`tfmdrill course`: a class graded, from the download of the LMS to what it imports again."""

import click

from tfmdrill.cli.lazy import LazyGroup
from tfmdrill.cli.options import examples

# In the order of an instructor's way through an assignment.
COMMANDS = (
    "init",
    "check",
    "grade",
    "replay",
    "override",
    "regrade",
    "similar",
    "autograder",
    "forget",
)


@click.group(
    "course",
    cls=LazyGroup,
    package="tfmdrill.cli.course",
    names=COMMANDS,
    epilog=examples(
        "tfmdrill course init rope softmax",
        "tfmdrill course check",
        "tfmdrill course grade submissions.zip",
    ),
)
def command() -> None:
    """Grade a class: its submissions in, what your LMS imports out."""
