"""The problems with how far a person has come with each: all that `list` needs."""

from collections.abc import Sequence
from pathlib import Path

from tfmdrill.catalogue import active_packs, all_summaries
from tfmdrill.model.listing import Listed
from tfmdrill.progress.records import Records


def listed_problems(records: Records, packs: Sequence[Path]) -> tuple[Listed, ...]:
    """Every problem of the built-in pack, of TFMDRILL_PACKS and of `packs`, with its status."""
    return records.listed(all_summaries(active_packs(packs)))
