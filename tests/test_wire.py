"""Frames: every value comes back as it was, and whatever isn't a frame is one error."""

import contextlib
import json
import math
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tfmdrill.runner.inside import wire

CAPS = wire.Caps(header_bytes=2**18, payload_bytes=2**24, nodes=50_000, depth=32)

numbers = st.integers() | st.floats() | st.booleans() | st.none()
text = st.text(st.characters(exclude_categories=())) | st.text("\ud83d\ude00a", max_size=4)
keys = numbers.filter(lambda v: v == v) | text | st.binary() | st.tuples(text, st.binary())
leaves = numbers | text | st.binary() | st.lists(st.integers(-(2**63), 2**63 - 1), min_size=8)
values = st.recursive(
    leaves | st.lists(st.floats(), min_size=8).map(tuple) | st.sets(keys) | st.frozensets(keys),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.lists(inner, max_size=5).map(tuple)
        | st.dictionaries(keys, inner, max_size=5)
    ),
    max_leaves=20,
)


def frame(value: object, caps: wire.Caps = CAPS) -> bytes:
    return b"".join(wire.pack(wire.Message("call", 7, value), caps))


def read(data: bytes, caps: wire.Caps = CAPS) -> wire.Message:
    start = wire.PREFIX.size
    header, payload = wire.lengths(data[:start], caps)
    assert len(data) == start + header + payload
    return wire.unpack(data[start : start + header], data[start + header :], caps)


def forged(header: bytes | str | object, payload: bytes = b"") -> wire.Message:
    if not isinstance(header, bytes):
        header = json.dumps(["call", 7, header]).encode()
    return wire.unpack(header, payload, CAPS)


def same(a: object, b: object) -> bool:
    """Equal with equal types all the way down; NaN equals NaN, and 0.0 isn't -0.0."""
    if type(a) is not type(b):
        return False
    if isinstance(a, float) and isinstance(b, float):
        return struct.pack("d", a) == struct.pack("d", b) or (math.isnan(a) and math.isnan(b))
    if isinstance(a, list | tuple) and isinstance(b, list | tuple):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return same(list(a.items()), list(b.items()))
    return a == b


@given(values)
def test_a_value_comes_back_with_its_types(value: object) -> None:
    message = read(frame(value))
    assert (message.op, message.turn) == ("call", 7)
    assert same(message.value, value)


def test_a_long_list_of_ints_is_one_value_of_the_frame() -> None:
    ids = list(range(100_000))
    assert read(frame(ids)).value == ids
    assert len(wire.pack(wire.Message("call", 7, ids), CAPS)[0]) < 100


def test_arrays_and_numbered_things_come_back() -> None:
    array = wire.Array("bfloat16", (2, 0, 3), b"", "torch", True, "expanded", 1)
    value = [array, wire.Held(3, "KVCache"), wire.Callback(0, "step"), wire.Opaque("map", "no")]
    got = read(frame(value)).value
    assert got[1:] == value[1:]
    assert (got[0].dtype, got[0].shape, bytes(got[0].data)) == ("bfloat16", (2, 0, 3), b"")
    assert (got[0].library, got[0].scalar, got[0].layout, got[0].axis) == (
        "torch",
        True,
        "expanded",
        1,
    )


def test_buffers_follow_one_another_in_the_payload() -> None:
    value = [b"ab", wire.Array("int16", (2,), b"\x01\x00\x02\x00"), "x" * 300]
    got = read(frame(value)).value
    assert got[0] == b"ab"
    assert bytes(got[1].data) == b"\x01\x00\x02\x00"
    assert got[2] == "x" * 300


cyclic: list[object] = []
cyclic.append(cyclic)
deep: object = 1
for _ in range(40):
    deep = [deep]


@pytest.mark.parametrize(
    "value",
    [
        cyclic,
        deep,
        [[]] * 60_000,
        b"x" * 2**24,
        2**90_000,
        ["é" * 199] * 2_000,
        {(1, i) for i in range(1_001)},
        {frozenset(): 1},
    ],
    ids=["cyclic", "deep", "nodes", "payload", "integer", "header", "odd-keys", "key-type"],
)
def test_what_is_too_much_for_a_frame_is_refused_before_it_is_sent(value: object) -> None:
    with pytest.raises(wire.WireLimit):
        frame(value)


def test_only_known_types_are_sent_as_they_are() -> None:
    with pytest.raises(wire.WireError, match="complex"):
        frame(1j)


class Truth(int):
    pass


def test_a_subclass_goes_through_adapt() -> None:
    buffers = wire.pack(wire.Message("call", 7, [Truth(3)]), CAPS, lambda v: int(v))
    assert same(read(b"".join(buffers)).value, [3])


@pytest.mark.parametrize(
    "header",
    [
        b"",
        b"\xff\xfe",
        b"null",
        b"[" * 60_000,
        b'{"a":' * 60_000,
        b'["' + b"\\" * 60_001,
        b'["call", 7]',
        b'["call", true, 1]',
        b'["call", "7", 1]',
        b'["call", 7, NaN]',
        b'["call", 7, 1e999]',
        b'["call", 7, ' + b"9" * 5_000 + b"]",
        b'["call", 7, 9223372036854775808]',
    ],
)
def test_a_header_that_is_none_is_one_kind_of_error(header: bytes) -> None:
    with pytest.raises(wire.WireError):
        forged(header)


def test_brackets_within_text_don_t_count_as_nesting() -> None:
    value = ['[{"' * 60, "\\" * 50, '["]'] * 30
    assert read(frame(value)).value == value


@pytest.mark.parametrize(
    ("tree", "payload"),
    [
        ({}, b""),
        ({"bytes": 1, "text": 1}, b"ab"),
        ({"pickle": "x"}, b""),
        ({"bytes": 2}, b"a"),
        ({"bytes": -1}, b""),
        ({"bytes": 1}, b"ab"),
        ({"bytes": "1"}, b"a"),
        ({"text": 1}, b"\xff"),
        ({"int": "12"}, b""),
        ({"int": "0x" + "f" * 30_000}, b""),
        ({"float": "1.0"}, b""),
        ({"tuple": 1}, b""),
        ({"tuple": {"bytes": 1}}, b"a"),
        ({"packed": ["q", 2]}, b"12345678"),
        ({"packed": ["q", -1]}, b""),
        ({"packed": ["b", 1]}, b"1"),
        ({"packed": ["q", 2**40]}, b""),
        ({"dict": [1]}, b""),
        ({"dict": [[], 1]}, b""),
        ({"dict": [{"tuple": [[1]]}, 1]}, b""),
        ({"dict": [x for i in range(1_001) for x in ({"int": hex(2**70 + i)}, 1)]}, b""),
        ({"set": [{"dict": []}]}, b""),
        ({"array": ["float32", [2], "torch", False, "contiguous", 0]}, b"1234"),
        ({"array": ["float32", [-1], "torch", False, "contiguous", 0]}, b""),
        ({"array": ["float32", [2.0], "torch", False, "contiguous", 0]}, b"12345678"),
        ({"array": ["float32", [True], "torch", False, "contiguous", 0]}, b"1234"),
        ({"array": ["float32", [0] * 17, "torch", False, "contiguous", 0]}, b""),
        ({"array": ["object", [1], "numpy", False, "contiguous", 0]}, b"12345678"),
        ({"array": ["float32", [2**62, 2**62], "", False, "contiguous", 0]}, b""),
        ({"array": ["float32"]}, b""),
        ({"held": ["1", "K"]}, b""),
        ({"held": [1, 2]}, b""),
        ({"opaque": ["K"]}, b""),
        ([[[]]] * 30_000, b""),
    ],
)
def test_a_tree_that_no_value_makes_is_one_kind_of_error(tree: object, payload: bytes) -> None:
    with pytest.raises(wire.WireError):
        forged(tree, payload)


@given(st.binary(max_size=200), st.binary(max_size=50))
def test_noise_is_a_value_or_one_kind_of_error(header: bytes, payload: bytes) -> None:
    with contextlib.suppress(wire.WireError):
        forged(header, payload)


@given(values, st.data())
def test_a_damaged_frame_is_a_value_or_one_kind_of_error(
    value: object, data: st.DataObject
) -> None:
    whole = bytearray(frame(value))
    place = data.draw(st.integers(0, len(whole) - 1))
    whole[place] = data.draw(st.integers(0, 255))
    start = wire.PREFIX.size
    with contextlib.suppress(wire.WireError):
        header, _ = wire.lengths(bytes(whole[:start]), CAPS)
        wire.unpack(whole[start : start + header], whole[start + header :], CAPS)


@pytest.mark.parametrize(
    "prefix",
    [
        struct.pack("<4sIQ", b"tfd2", 1, 1),
        struct.pack("<4sIQ", b"tfd1", 2**20 + 1, 0),
        struct.pack("<4sIQ", b"tfd1", 1, 2**42),
    ],
    ids=["magic", "header", "payload"],
)
def test_lengths_beyond_the_caps_are_refused(prefix: bytes) -> None:
    with pytest.raises(wire.WireError):
        wire.lengths(prefix, CAPS)
