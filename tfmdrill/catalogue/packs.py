"""Packs: folders with `problems/` and `graders/` in them. The built-in catalogue is one of them."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tfmdrill import config
from tfmdrill.catalogue.resources import resource_folder
from tfmdrill.errors import ProblemError, UsageError
from tfmdrill.model.pack import Pack, qualified

if TYPE_CHECKING:
    from tfmdrill.model.problem import Problem

BUILT_IN = "built-in"
INDEX = "index.toml"  # in problems/: the order of learning
NEAR_MATCHES = 3


def active_packs(extra: Sequence[Path] = ()) -> tuple[Pack, ...]:
    """The built-in pack, then those of TFMDRILL_PACKS, then `extra`; each folder once.

    Raises UsageError if a folder is no pack, or if two packs have a problem of the same name.
    """
    packs = [_built_in_pack()]
    for folder in dict.fromkeys(p.expanduser().resolve() for p in (*config.extra_packs(), *extra)):
        packs.append(_pack_in(folder))
    owner: dict[str, Pack] = {}
    for pack in packs:
        for slug in pack.slugs:
            if slug in owner:
                raise UsageError(
                    f"two packs have a problem {slug!r}: {owner[slug].problems_dir} and "
                    f"{pack.problems_dir}; rename one of the folders or leave that pack out"
                )
            owner[slug] = pack
    return tuple(packs)


def find_problem(name: str, packs: Sequence[Pack]) -> "Problem":
    """The problem of that name: `rope`, or `rope:half-split` for a variant.

    Raises UsageError, with the names that come near, if no pack has it; ProblemError if its
    problem.toml is not well formed.
    """
    from tfmdrill.catalogue.loading import load_problem

    slug, colon, variant = name.partition(":")
    for pack in packs:
        if slug in pack.slugs:
            problem = load_problem(pack, slug)
            if not colon:
                return problem
            if variant not in [each.name for each in problem.variants]:
                raise UsageError(_no_variant(problem, variant))
            return load_problem(pack, slug, variant)
    import difflib

    known = sorted(s for pack in packs for s in pack.slugs)
    near = difflib.get_close_matches(slug.lower().replace("_", "-"), known, NEAR_MATCHES, 0.5)
    meant = f"did you mean {' or '.join(near)}?" if near else "`tfmdrill list` shows them all"
    raise UsageError(f"no problem is called {slug!r}; {meant}")


def all_problems(packs: Sequence[Pack]) -> "tuple[Problem, ...]":
    """Every problem of the packs, in the order of the packs, and of the index within one.

    Raises ProblemError if a problem.toml is not well formed.
    """
    from tfmdrill.catalogue.loading import load_problem

    return tuple(load_problem(pack, slug) for pack in packs for slug in pack.slugs)


def variants_of(problem: "Problem", packs: Sequence[Pack]) -> "tuple[Problem, ...]":
    """The variants of a problem in its standard form, in the order of its problem.toml."""
    return tuple(
        find_problem(qualified(problem.slug, variant.name), packs) for variant in problem.variants
    )


def _no_variant(problem: "Problem", variant: str) -> str:
    names = ", ".join(each.name for each in problem.variants)
    has = f"it has {names}" if names else "it has none; `tfmdrill list` shows which problems do"
    return f"{problem.slug} has no variant {variant!r}; {has}"


def _built_in_pack() -> Pack:
    problems = resource_folder("problems")
    return Pack(BUILT_IN, problems, resource_folder("graders"), _slugs_in(problems))


def _pack_in(folder: Path) -> Pack:
    for part in ("problems", "graders"):
        if not (folder / part).is_dir():
            seen = "isn't there" if not folder.exists() else f"has no folder {part}/"
            raise UsageError(
                f"{folder}: {seen}; a pack is a folder with problems/ and graders/ in it"
            )
    problems = folder / "problems"
    return Pack(folder.name, problems, folder / "graders", _slugs_in(problems))


def _slugs_in(problems: Path) -> tuple[str, ...]:
    """The problems of a folder in the order of its index.toml, those not in it last, by name.

    Raises ProblemError if the index isn't a list of names, each once.
    """
    here = sorted(p.parent.name for p in problems.glob("*/problem.toml"))
    place = {slug: i for i, slug in enumerate(_order(problems / INDEX))}
    return tuple(sorted(here, key=lambda slug: (place.get(slug, len(place)), slug)))


def _order(index: Path) -> list[str]:
    try:
        content = tomllib.loads(index.read_text("utf-8"))
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as error:
        raise ProblemError(f"{index}: can't be read as TOML: {error}") from None
    order = content.get("order")
    if set(content) != {"order"} or not isinstance(order, list):
        raise ProblemError(f"{index}: has {sorted(content)}; wanted is one list, `order`")
    if not all(isinstance(slug, str) for slug in order) or len(set(order)) < len(order):
        raise ProblemError(f"{index}: order: wanted are names of problems, each once")
    return order
