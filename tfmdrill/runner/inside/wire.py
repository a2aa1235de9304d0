"""Messages between the grader and a child: inert values in frames that are checked before use.

A frame is a fixed prefix (magic, header length, payload length), a JSON header
`[op, turn, value]` and a raw payload. Null, bools, 64-bit ints, finite floats, short text and
lists stand in the header as themselves; all else is an object with one key, its tag. Buffers lie
in the payload in the order in which the header names them, without gaps. Decoding runs no code
that the other side chose, and whatever is wrong with a frame is one `WireError`.
"""

import json
import math
import re
import struct
from array import array as packed_array
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Buffer = bytes | bytearray | memoryview

PREFIX = struct.Struct("<4sIQ")
MAGIC = b"tfd1"
ITEM_BYTES = {
    "bool": 1,
    "int8": 1,
    "int16": 2,
    "int32": 4,
    "int64": 8,
    "uint8": 1,
    "uint16": 2,
    "uint32": 4,
    "uint64": 8,
    "float16": 2,
    "bfloat16": 2,
    "float32": 4,
    "float64": 8,
}
MAX_AXES = 16
INT64 = range(-(2**63), 2**63)
HEX_DIGITS = 20_000  # of one integer beyond 64 bits
SHORT_TEXT = 200  # code points; longer text goes into the payload
PACK_FROM = 8  # numbers in a list from which it pays to send them raw
PACKED_VALUES = 2_000_000  # numbers in all packed lists of a frame: 64 MB of Python ints
KEY_TYPES = (str, bytes, int, float, bool, type(None))
ODD_KEYS = 1_000  # dict and set keys whose hashes another side can make collide
_TOKEN = re.compile(r'"(?:[^"\\]++|\\.?)*+(?:"|\Z)|[\[{]|[\]}]', re.DOTALL)
_SPECIAL = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}


class WireError(Exception):
    """The frame isn't one that this protocol makes."""


class WireLimit(WireError):
    """A value is too large, too deep or cyclic for one frame."""


@dataclass(frozen=True, slots=True)
class Caps:
    """The most that one frame may hold."""

    header_bytes: int
    payload_bytes: int
    nodes: int
    depth: int


@dataclass(frozen=True, slots=True)
class Array:
    """An array on its way: `data` holds the elements in C order, bfloat16 as its 16 bits.

    library: torch or numpy, of a result. scalar: a NumPy scalar rather than an array.
    layout, axis: how an argument is to lie in the child's memory.
    """

    dtype: str
    shape: tuple[int, ...]
    data: Buffer
    library: str = ""
    scalar: bool = False
    layout: str = "contiguous"
    axis: int = 0


@dataclass(frozen=True, slots=True)
class Held:
    """An object that stays in the child, by number."""

    number: int
    type: str


@dataclass(frozen=True, slots=True)
class Callback:
    """A function that stays with the grader, by number."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class Opaque:
    """A value that can't cross: its type's name, and why in words."""

    type: str
    says: str


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
    encoder = _Encoder(caps, adapt)
    tree = encoder.encode(message.value, 0)
    header = json.dumps([message.op, message.turn, tree], separators=(",", ":")).encode("ascii")
    if len(header) > caps.header_bytes:
        raise WireLimit(f"a header of {len(header)} bytes")
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
        text = bytes(header).decode("ascii")
        _check_nesting(text, 2 * caps.depth + 8)
        parsed = json.loads(text, parse_int=_parse_int, parse_constant=_parse_constant)
    except (ValueError, RecursionError) as error:
        raise WireError(f"the header isn't well formed: {type(error).__name__}") from None
    match parsed:
        case [str() as op, int() as turn, tree] if not isinstance(turn, bool):
            decoder = _Decoder(payload, caps, build)
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


class _Encoder:
    def __init__(self, caps: Caps, adapt: Callable[[Any], Any]) -> None:
        self.parts: list[Buffer] = []
        self.size = 0
        self._caps = caps
        self._adapt = adapt
        self._nodes = 0
        self._odd_keys = 0

    def encode(self, value: Any, depth: int) -> Any:
        """The JSON tree of a value; exact types only, subclasses go through `adapt`."""
        self._nodes += 1
        if self._nodes > self._caps.nodes:
            raise WireLimit(f"more than {self._caps.nodes} values")
        if depth > self._caps.depth:
            raise WireLimit(f"nested more than {self._caps.depth} deep, or cyclic")
        kind = type(value)
        if value is None or kind is bool:
            return value
        if kind is int:
            return value if value in INT64 else {"int": self._hex(value)}
        if kind is float:
            return value if math.isfinite(value) else {"float": repr(value)}
        if kind is str:
            return self._text(value)
        if kind is list or kind is tuple:
            items = self._sequence(value, depth)
            return items if kind is list else {"tuple": items}
        if kind is dict:
            flat = [part for item in list(value.items()) for part in item]
            self._check_keys(flat[::2])
            return {"dict": [self.encode(part, depth + 1) for part in flat]}
        if kind is set or kind is frozenset:
            items = list(value)
            self._check_keys(items)
            return {kind.__name__: [self.encode(item, depth + 1) for item in items]}
        if kind is bytes or kind is bytearray:
            return {"bytes": self._buffer(bytes(value))}
        return self._special(value, depth)

    def _check_keys(self, keys: list[Any]) -> None:
        for key in keys:
            self._odd_keys += _check_key(key)
        if self._odd_keys > ODD_KEYS:
            raise WireLimit(f"more than {ODD_KEYS} keys that are tuples or huge integers")

    def _special(self, value: Any, depth: int) -> Any:
        match value:
            case Array():
                self._buffer(value.data)
                fields = [value.dtype, value.shape, value.library, value.scalar]
                return {"array": [*fields, value.layout, value.axis]}
            case Held():
                return {"held": [value.number, self._text(value.type)]}
            case Callback():
                return {"callback": [value.number, self._text(value.name)]}
            case Opaque():
                return {"opaque": [self._text(value.type), self._text(value.says)]}
        return self.encode(self._adapt(value), depth + 1)

    def _hex(self, value: int) -> str:
        if value.bit_length() > 4 * HEX_DIGITS:
            raise WireLimit(f"an integer of {value.bit_length()} bits")
        return hex(value)

    def _text(self, value: str) -> Any:
        # JSON would join two lone surrogates that stand side by side into one character.
        if len(value) <= SHORT_TEXT and (value.isascii() or not _has_surrogates(value)):
            return value
        return {"text": self._buffer(value.encode("utf-8", "surrogatepass"))}

    def _buffer(self, data: Buffer) -> int:
        count = data.nbytes if isinstance(data, memoryview) else len(data)
        self.size += count
        if self.size > self._caps.payload_bytes:
            raise WireLimit(f"more than {self._caps.payload_bytes} bytes")
        if count:
            self.parts.append(data)
        return count

    def _sequence(self, value: list[Any] | tuple[Any, ...], depth: int) -> Any:
        if PACK_FROM <= len(value) <= PACKED_VALUES:
            kinds = set(map(type, value))
            code = "q" if kinds == {int} else "d" if kinds == {float} else ""
            if code:
                try:
                    numbers = packed_array(code, value).tobytes()
                except OverflowError:  # an int beyond 64 bits among them: sent one by one
                    return [self.encode(item, depth + 1) for item in value]
                self._buffer(numbers)
                return {"packed": [code, len(value)]}
        return [self.encode(item, depth + 1) for item in value]


class _Decoder:
    def __init__(self, payload: Buffer, caps: Caps, build: Callable[[Any], Any]) -> None:
        self._payload = memoryview(payload)
        self._at = 0
        self._caps = caps
        self._build = build
        self._nodes = 0
        self._packed = 0
        self._odd_keys = 0

    def finish(self) -> None:
        if self._at != len(self._payload):
            raise WireError("bytes in the payload that no value claims")

    def decode(self, tree: Any, depth: int) -> Any:
        self._nodes += 1
        if self._nodes > self._caps.nodes or depth > self._caps.depth:
            raise WireError("too many values, or nested too deeply")
        if isinstance(tree, list):
            return [self.decode(item, depth + 1) for item in tree]
        if not isinstance(tree, dict):
            if isinstance(tree, float) and not math.isfinite(tree):
                raise WireError("a number beyond float64")
            return tree
        if len(tree) != 1:
            raise WireError("an object with more or less than one tag")
        [(tag, content)] = tree.items()
        return self._tagged(tag, content, depth)

    def _tagged(self, tag: str, content: Any, depth: int) -> Any:
        match tag, content:
            case "tuple", list() | dict():
                items = self.decode(content, depth)
                if isinstance(items, list):
                    return tuple(items)
            case "packed", ["q" | "d" as code, int() as count]:
                return self._numbers(code, count)
            case "dict", list() if len(content) % 2 == 0:
                items = [self.decode(part, depth + 1) for part in content]
                return {self._key(k): v for k, v in zip(items[::2], items[1::2], strict=True)}
            case "set", list():
                return {self._key(self.decode(part, depth + 1)) for part in content}
            case "frozenset", list():
                return frozenset(self._key(self.decode(part, depth + 1)) for part in content)
            case "bytes", int():
                return bytes(self._take(content))
            case "text", int():
                return self._long_text(content)
            case "int", str():
                return self._long_int(content)
            case "float", str() if content in _SPECIAL:
                return _SPECIAL[content]
            case "array", list():
                return self._build(self._array(content))
            case "held", [int() as number, name]:
                return self._build(Held(number, self._name(name)))
            case "callback", [int() as number, name]:
                return self._build(Callback(number, self._name(name)))
            case "opaque", [name, says]:
                return self._build(Opaque(self._name(name), self._name(says)))
        raise WireError("an unknown tag, or one with the wrong content")

    def _take(self, count: int) -> memoryview:
        end = self._at + count
        if count < 0 or end > len(self._payload):
            raise WireError("a buffer beyond the payload")
        view = self._payload[self._at : end]
        self._at = end
        return view

    def _numbers(self, code: str, count: int) -> list[Any]:
        self._packed += count
        if count < 0 or self._packed > PACKED_VALUES:
            raise WireError("too many packed numbers")
        numbers = packed_array(code)
        numbers.frombytes(self._take(8 * count))
        return numbers.tolist()

    def _long_text(self, count: int) -> str:
        try:
            return str(self._take(count), "utf-8", "surrogatepass")
        except UnicodeDecodeError:
            raise WireError("text that isn't UTF-8") from None

    def _name(self, tree: Any) -> str:
        name = self.decode(tree, self._caps.depth)
        if not isinstance(name, str):
            raise WireError("a name that isn't text")
        return name

    def _long_int(self, digits: str) -> int:
        if len(digits) > HEX_DIGITS + 3 or not re.fullmatch("-?0x[0-9a-f]+", digits):
            raise WireError("an integer that isn't written as one")
        return int(digits, 16)

    def _key(self, key: Any) -> Any:
        self._odd_keys += _check_key(key)
        if self._odd_keys > ODD_KEYS:
            raise WireError("too many keys of this kind")
        return key

    def _array(self, content: list[Any]) -> Array:
        match content:
            case [str() as dtype, list() as shape, str() as library, bool() as scalar, *rest]:
                if dtype not in ITEM_BYTES or len(shape) > MAX_AXES:
                    raise WireError("an unknown dtype, or too many axes")
                count = 1
                for size in shape:
                    if type(size) is not int or not 0 <= size <= self._caps.payload_bytes:
                        raise WireError("a shape that isn't one")
                    count *= size
                match rest:
                    case [str() as layout, int() as axis]:
                        data = self._take(count * ITEM_BYTES[dtype])
                        return Array(dtype, tuple(shape), data, library, scalar, layout, axis)
        raise WireError("an array that isn't described")


def _check_key(key: Any) -> bool:
    """Whether many such keys could be made to collide, as text and bytes can't. Raises WireError."""
    is_tuple = type(key) is tuple
    for part in key if is_tuple else (key,):
        if type(part) not in KEY_TYPES:
            raise WireLimit(f"a key of type {type(part).__name__}")
    return is_tuple or (type(key) is int and key not in INT64)


def _has_surrogates(text: str) -> bool:
    return any("\ud800" <= char <= "\udfff" for char in text)
