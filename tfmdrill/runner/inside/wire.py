"""Messages between the grader and a child: inert values in frames that are checked before use.

A frame is a fixed prefix (magic, header length, payload length), a JSON header
`[op, turn, value]` and a raw payload. Null, bools, 64-bit ints, finite floats, short text and
lists stand in the header as themselves; all else is an object with one key, its tag. Buffers lie
in the payload in the order in which the header names them, without gaps. Decoding runs no code
that the other side chose, and whatever is wrong with a frame is one `WireError`.
"""

import json
import re
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .decoder import Decoder
from .encoder import Encoder
from .nodes import (
    INT64,
    ITEM_BYTES,
    MAX_AXES,
    Array,
    Budget,
    Buffer,
    Callback,
    Caps,
    Held,
    Opaque,
    WireError,
    WireLimit,
)

__all__ = [
    "INT64",
    "ITEM_BYTES",
    "MAX_AXES",
    "PREFIX",
    "Array",
    "Buffer",
    "Callback",
    "Caps",
    "Held",
    "Message",
    "Opaque",
    "WireError",
    "WireLimit",
    "lengths",
    "pack",
    "refuse",
    "unchanged",
    "unpack",
]

PREFIX = struct.Struct("<4sIQ")
MAGIC = b"tfd1"
_TOKEN = re.compile(r'"(?:[^"\\]++|\\.?)*+(?:"|\Z)|[\[{]|[\]}]', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Message:
    op: str
    turn: int
    value: Any


def unchanged(value: Any) -> Any:
    """The `adapt` and `build` of a side that has nothing to convert."""
    return value


def refuse(value: Any) -> Any:
    """The `adapt` of a side that sends wire types only. Raises WireError."""
    raise WireError(f"a {type(value).__name__} can't be sent")


def pack(message: Message, caps: Caps, adapt: Callable[[Any], Any] = refuse) -> list[Buffer]:
    """The buffers of one frame, ready for `writev`.

    adapt: turns a value that this module doesn't know into one that it does.
    Raises: WireLimit where the value is beyond the caps, and what `adapt` raises.
    """
    encoder = Encoder(caps, adapt)
    tree = encoder.encode(message.value, 0)
    header = _TO_JSON.encode([message.op, message.turn, tree]).encode("ascii")
    if len(header) > caps.header_bytes:
        raise WireLimit(f"a header of {len(header)} bytes")
    encoder.budget.spend_on_frame(len(header), encoder.size)
    prefix = PREFIX.pack(MAGIC, len(header), encoder.size)
    return [prefix + header, *encoder.parts]


def lengths(prefix: Buffer, caps: Caps) -> tuple[int, int]:
    """(header bytes, payload bytes) that follow a prefix. Raises WireError."""
    magic, header_bytes, payload_bytes = PREFIX.unpack(prefix)
    if magic != MAGIC:
        raise WireError("not a frame")
    if header_bytes > caps.header_bytes or payload_bytes > caps.payload_bytes:
        raise WireError(f"a frame of {header_bytes} + {payload_bytes} bytes")
    return header_bytes, payload_bytes


def unpack(
    header: Buffer, payload: Buffer, caps: Caps, build: Callable[[Any], Any] = unchanged
) -> Message:
    """The message in a frame's two parts.

    build: turns each Array, Held, Callback and Opaque into what this side works with.
    Raises: WireError, whatever is wrong with the frame.
    """
    try:
        budget = Budget(caps)
        budget.spend_on_frame(len(header), len(payload))
        text = bytes(header).decode("ascii")
        _check_nesting(text, 2 * caps.depth + 8)
        parsed = _FROM_JSON.decode(text)
    except (ValueError, RecursionError) as error:
        raise WireError(f"the header isn't well formed: {type(error).__name__}") from None
    match parsed:
        case [str() as op, int() as turn, tree] if not isinstance(turn, bool):
            decoder = Decoder(payload, caps, budget, build)
            value = decoder.decode(tree, 0)
            decoder.finish()
            return Message(op, turn, value)
    raise WireError("the header isn't [op, turn, value]")


def _check_nesting(text: str, deepest: int) -> None:
    """Before the parser sees it: 60,000 opening brackets would exhaust its stack."""
    if text.count("[") + text.count("{") <= deepest:
        return
    depth = 0
    for token in _TOKEN.finditer(text):
        mark = token.group()
        depth += (mark in "[{") - (mark in "]}")
        if depth > deepest:
            raise WireError("nested too deeply")


def _parse_int(digits: str) -> int:
    if len(digits) > 20 or (value := int(digits)) not in INT64:
        raise WireError("a plain integer beyond 64 bits")
    return value


def _parse_constant(name: str) -> float:
    raise WireError(f"{name} in a header")


_TO_JSON = json.JSONEncoder(separators=(",", ":"), check_circular=False)
_FROM_JSON = json.JSONDecoder(parse_int=_parse_int, parse_constant=_parse_constant)
