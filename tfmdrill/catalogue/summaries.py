"""The few facts of every problem that `list` and `next` need, read in a fraction of a load.

Typed reading (`loading`) imports as much as `list` does altogether; it is asked only where a fact
is not as it must be, for its exact error.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tfmdrill.model.listing import Summary
from tfmdrill.model.pack import Difficulty, Framework, Pack, Topic, qualified

VARIANT = re.compile(r"^\[variant\.([a-z0-9-]+)\]", re.MULTILINE)


def variant_names(text: str) -> tuple[str, ...]:
    """The variants in the text of a problem.toml, found without reading it as TOML.

    >>> variant_names("[variant.half-split]\\n[variant.half-split.change.out]\\n")
    ('half-split',)
    """
    return tuple(VARIANT.findall(text))


def all_summaries(packs: Sequence[Pack]) -> tuple[Summary, ...]:
    """A summary of every problem, in the order of the packs, and of the index within one.

    Raises ProblemError if one of these facts is missing or wrong.
    """
    return tuple(_summary(pack, slug) for pack in packs for slug in pack.slugs)


def all_names(packs: Sequence[Pack]) -> Iterator[str]:
    """What problems are called: first all standard forms, then the variants, `rope:half-split`."""
    yield from (slug for pack in packs for slug in pack.slugs)
    for summary in all_summaries(packs):
        yield from (qualified(summary.slug, variant) for variant in summary.variants)


def _summary(pack: Pack, slug: str) -> Summary:
    path = pack.problems_dir / slug / "problem.toml"
    try:
        return _read(path, slug)
    except (OSError, ValueError, KeyError, TypeError):
        from tfmdrill.catalogue.loading import load_problem

        whole = load_problem(pack, slug)
        return Summary(
            slug,
            whole.title,
            whole.topic,
            whole.difficulty,
            whole.minutes,
            whole.frameworks,
            whole.prerequisites,
            tuple(variant.name for variant in whole.variants),
        )


def _read(path: Path, slug: str) -> Summary:
    # These facts stand before the first table, and the rest is most of the file.
    head, _, tables = path.read_text(encoding="utf-8").partition("\n[")
    content: dict[str, Any] = tomllib.loads(head)
    title, minutes, prerequisites = (
        content["title"],
        content["minutes"],
        content.get("prerequisites", []),
    )
    if not (isinstance(title, str) and type(minutes) is int and isinstance(prerequisites, list)):
        raise TypeError(path)
    return Summary(
        slug=slug,
        title=title,
        topic=Topic(content["topic"]),
        difficulty=Difficulty(content["difficulty"]),
        minutes=minutes,
        frameworks=tuple(Framework(name) for name in content["frameworks"]),
        prerequisites=tuple(map(str, prerequisites)),
        variants=variant_names("[" + tables),
    )
