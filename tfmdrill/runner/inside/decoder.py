"""A value out of a header's JSON tree and a payload that another side may have forged."""

import math
import re
from array import array as packed_array
from collections.abc import Callable
from typing import Any

from .nodes import (
    HEX_DIGITS,
    ITEM_BYTES,
    MAX_AXES,
    NUMBER_WEIGHT,
    ODD_KEYS,
    PACKED_VALUES,
    Array,
    Budget,
    Buffer,
    Callback,
    Caps,
    Held,
    Opaque,
    WireError,
    is_odd_key,
)

_SPECIAL = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}


class Decoder:
    def __init__(
        self, payload: Buffer, caps: Caps, budget: Budget, build: Callable[[Any], Any]
    ) -> None:
        self._payload = memoryview(payload)
        self._at = 0
        self._caps = caps
        self._budget = budget
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
                self._budget.spend(content)
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
        self._budget.spend(NUMBER_WEIGHT * count)
        numbers = packed_array(code)
        numbers.frombytes(self._take(8 * count))
        return numbers.tolist()

    def _long_text(self, count: int) -> str:
        data = self._take(count)
        self._budget.spend_on_text(data)
        try:
            return str(data, "utf-8", "surrogatepass")
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
        self._odd_keys += is_odd_key(key)
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
                        self._budget.spend_on_array(dtype, len(data))
                        return Array(dtype, tuple(shape), data, library, scalar, layout, axis)
        raise WireError("an array that isn't described")
