"""An account of assignments that a child could have forged is taken whole, or not at all."""

from typing import Any

import pytest

from tfmdrill.model.shapes import ArrayShape, Kind, Recorded, Value
from tfmdrill.runner import Opaque
from tfmdrill.runner.inside.wire import WireError
from tfmdrill.runner.recorded import recorded_places

ARRAY = (("array", "float32", (2, 3)), 1)


def account(*values: Any, **changed: Any) -> dict[str, Any]:
    place = {
        "line": 3, "end": 4, "kind": "assigned", "name": "x", "function": 1, "reached": True,
        "more": False, "values": list(values),
    }  # fmt: skip
    return {"places": [tuple((place | changed).values())], "snapshots": [(), (("n", 2),)]}


def test_an_account_is_read() -> None:
    values = (
        ARRAY,
        (("text", "n\x1b"), 0),
        (("each", "list", 4, "bool", ()), 0),
        (("items", "tuple", 2, (("int64", (1,)), ("int64", (2,)))), 0),
    )
    (place,) = recorded_places(account(*values))
    assert place == Recorded(
        3, 4, Kind.ASSIGNED, "x", 1, True, False,
        (
            Value((ArrayShape((2, 3), "float32"),), integers=(("n", 2),)),
            Value(words="n\\x1b"),
            Value((ArrayShape((), "bool"),), "list", 4),
            Value((ArrayShape((1,), "int64"), ArrayShape((2,), "int64")), "tuple", 2),
        ),
    )  # fmt: skip


def test_one_that_was_too_large_to_send_is_empty() -> None:
    assert recorded_places(Opaque("dict", "it is too large to send")) == ()


@pytest.mark.parametrize(
    "forged",
    [
        None,
        [],
        "places",
        {"places": []},
        {"places": (), "snapshots": []},
        {"places": [3], "snapshots": []},
        {"places": [], "snapshots": [3]},
        {"places": [], "snapshots": [((1, 2),)]},
        {"places": [], "snapshots": [(("n", 2**63),)]},
        {"places": [()] * 2_001, "snapshots": []},
        account(line="3"),
        account(kind="magic"),
        account(name=3),
        account(reached=1),
        account(values=()),
        account(3),
        account((("array", "float32", (2, 3)), 2)),
        account((("array", "float32", (2, 3)), -1)),
        account((("array", "float32", [2, 3]), 0)),
        account((("array", 3, (2, 3)), 0)),
        account((("array", "float32", (2, -3)), 0)),
        account((("array", "float32", (2, True)), 0)),
        account((("array", "float32", (2.0,)), 0)),
        account((("array", "float32", (1,) * 17), 0)),
        account((("array", "float32", (2**63,)), 0)),
        account((("each", "set", 4, "bool", ()), 0)),
        account((("items", "list", 4, ((1,),)), 0)),
        account((("text", 3), 0)),
        account((("magic",), 0)),
        account(((), 0)),
    ],
)
def test_anything_else_is_no_account(forged: Any) -> None:
    with pytest.raises(WireError):
        recorded_places(forged)


def test_what_is_shown_is_cut_and_inert() -> None:
    forged = account((("array", "\x1b[31m" + "f" * 999, ()), 0), name="\u202e" + "x" * 999)
    (place,) = recorded_places(forged)
    assert place.name.startswith("\\u202e")
    assert len(place.name) < 100
    assert len(place.values[0].arrays[0].dtype) < 100
