"""A value as the JSON tree of a header and the buffers of a payload."""

import math
from array import array as packed_array
from collections.abc import Callable
from typing import Any

from .nodes import (
    HEX_DIGITS,
    INT64,
    MAX_AXES,
    NUMBER_WEIGHT,
    ODD_KEYS,
    PACK_FROM,
    PACKED_VALUES,
    SHORT_TEXT,
    Array,
    Budget,
    Buffer,
    Callback,
    Caps,
    Held,
    Opaque,
    WireLimit,
    is_odd_key,
)


class Encoder:
    def __init__(self, caps: Caps, adapt: Callable[[Any], Any]) -> None:
        self.parts: list[Buffer] = []
        self.size = 0
        self.budget = Budget(caps)
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
            self.budget.spend(len(value))
            return {"bytes": self._buffer(bytes(value))}
        return self._special(value, depth)

    def _check_keys(self, keys: list[Any]) -> None:
        for key in keys:
            self._odd_keys += is_odd_key(key)
        if self._odd_keys > ODD_KEYS:
            raise WireLimit(f"more than {ODD_KEYS} keys that are tuples or huge integers")

    def _special(self, value: Any, depth: int) -> Any:
        kind = type(value)  # isinstance would ask the value itself
        if kind is Array:
            if len(value.shape) > MAX_AXES:
                raise WireLimit(f"an array of {len(value.shape)} axes")
            self.budget.spend_on_array(value.dtype, self._buffer(value.data))
            fields = [value.dtype, value.shape, value.library, value.scalar]
            return {"array": [*fields, value.layout, value.axis]}
        if kind is Held:
            return {"held": [value.number, self._text(value.type)]}
        if kind is Callback:
            return {"callback": [value.number, self._text(value.name)]}
        if kind is Opaque:
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
        data = value.encode("utf-8", "surrogatepass")
        self.budget.spend_on_text(data)
        return {"text": self._buffer(data)}

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
                self.budget.spend(NUMBER_WEIGHT * len(value))
                self._buffer(numbers)
                return {"packed": [code, len(value)]}
        return [self.encode(item, depth + 1) for item in value]


def _has_surrogates(text: str) -> bool:
    return any("\ud800" <= char <= "\udfff" for char in text)
