"""Packs of problems: finding, loading and checking their files.

The names are loaded on first use, so that a command pays for no more than it asks for.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tfmdrill.catalogue.loading import (
        load_bugs,
        load_hints,
        load_problem,
        load_statement,
    )
    from tfmdrill.catalogue.packs import active_packs, all_problems, find_problem, variants_of
    from tfmdrill.catalogue.patches import apply_patch, compose_patches
    from tfmdrill.catalogue.questions import load_bank, load_questions
    from tfmdrill.catalogue.reference import (
        compile_reference,
        load_checks,
        load_reference,
        reference_source,
        solution_path,
    )
    from tfmdrill.catalogue.stub import stub_for
    from tfmdrill.catalogue.summaries import all_names, all_summaries
    from tfmdrill.catalogue.texts import FUSED, has_hidden, hidden_text

__all__ = [
    "FUSED",
    "active_packs",
    "all_names",
    "all_problems",
    "all_summaries",
    "apply_patch",
    "compile_reference",
    "compose_patches",
    "find_problem",
    "has_hidden",
    "hidden_text",
    "load_bank",
    "load_bugs",
    "load_checks",
    "load_hints",
    "load_problem",
    "load_questions",
    "load_reference",
    "load_statement",
    "reference_source",
    "solution_path",
    "stub_for",
    "variants_of",
]

_HOMES = {
    **dict.fromkeys(("active_packs", "all_problems", "find_problem", "variants_of"), "packs"),
    **dict.fromkeys(("apply_patch", "compose_patches"), "patches"),
    **dict.fromkeys(("load_bugs", "load_hints", "load_problem", "load_statement"), "loading"),
    **dict.fromkeys(("load_bank", "load_questions"), "questions"),
    **dict.fromkeys(
        (
            "compile_reference",
            "load_checks",
            "load_reference",
            "reference_source",
            "solution_path",
        ),
        "reference",
    ),
    "stub_for": "stub",
    **dict.fromkeys(("FUSED", "has_hidden", "hidden_text"), "texts"),
    **dict.fromkeys(("all_names", "all_summaries"), "summaries"),
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
