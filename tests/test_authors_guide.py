"""The author's guide describes every key that a problem's files may have."""

import dataclasses
from pathlib import Path

import msgspec
import pytest

from tfmdrill.catalogue import schema
from tfmdrill.model.case import Case, Cost
from tfmdrill.model.problem import BugKind

GUIDE = (Path(__file__).parent.parent / "problems" / "README.md").read_text(encoding="utf-8")
FILES = [
    value
    for value in vars(schema).values()
    if isinstance(value, type) and issubclass(value, msgspec.Struct)
]


@pytest.mark.parametrize("kind", FILES, ids=lambda kind: kind.__name__)
def test_every_key_of_a_file_is_described(kind):
    keys = [field.encode_name for field in msgspec.structs.fields(kind)]
    described = [k for k in keys if f"`{k}" in GUIDE or f"[{k}]" in GUIDE or f".{k}]]" in GUIDE]
    assert described == keys


@pytest.mark.parametrize("kind", [Case, Cost])
def test_every_field_of_a_case_is_described(kind):
    names = [f.name for f in dataclasses.fields(kind) if f.name != "names"]  # the engine's own
    assert [n for n in names if f"`{n}" in GUIDE] == names


def test_every_kind_of_mistake_is_described():
    assert [k for k in BugKind if f"| `{k}` |" in GUIDE] == list(BugKind)
