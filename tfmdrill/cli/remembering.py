"""The memory of this person, opened for one command."""

from collections.abc import Iterator
from contextlib import contextmanager

from tfmdrill.practice.state import Memory, open_memory


@contextmanager
def remembered() -> Iterator[Memory]:
    """The memory; if it can't be read or written, that is said once, after the command's output."""
    memory = open_memory()
    yield memory
    if memory.complaint:
        from tfmdrill.render.notices import print_warning

        print_warning(memory.complaint)
