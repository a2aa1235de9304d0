"""The records of this person, opened for one command."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from tfmdrill.model.pack import Pack, Topic
from tfmdrill.progress.database import open_database
from tfmdrill.progress.records import Records


@contextmanager
def remembered() -> Iterator[Records]:
    """The records; if they can't be read or kept, that is said once, after the command's output."""
    with open_database() as database:
        try:
            yield Records(database, _topics_of)
        finally:  # what isn't there may be so because it couldn't be read
            if database.complaint:
                from tfmdrill.render.notices import print_warning

                print_warning(database.complaint)


def _topics_of(keys: Iterable[str], packs: Sequence[Pack]) -> dict[str, Topic]:
    from tfmdrill.quiz.topics import topics_of

    return topics_of(keys, packs)
