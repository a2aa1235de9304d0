"""Values of the grader as wire values, and wire values as the grader's own."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tfmdrill.errors import GraderFault
from tfmdrill.runner.inside import wire
from tfmdrill.runner.values import Arg, Array, Handle, RemoteArray


class Outgoing:
    """The arguments that one child was given; remembers its callbacks by number."""

    def __init__(self) -> None:
        self.callbacks: list[Callable[..., Any]] = []

    def adapt(self, value: Any) -> Any:
        """The wire's form of an array, handle, callback or NumPy scalar.

        Raises: GraderFault for a value that no submission could be given.
        """
        match value:
            case np.ndarray():
                return _to_wire(Arg(value))
            case Arg():
                return _to_wire(value)
            case Handle():
                return wire.Held(value.number, value.type)
            case RemoteArray():
                return _to_wire(Arg(value.values, value.dtype))
            case np.generic():
                return value.item()
            case int():
                return int(value)
            case str():
                return str.__str__(value)
            case _ if callable(value):
                self.callbacks.append(value)
                name = getattr(value, "__name__", type(value).__name__)
                return wire.Callback(len(self.callbacks) - 1, name)
        raise GraderFault(f"a {type(value).__name__} can't be an argument of a submission")


def incoming(node: Any) -> Any:
    """The grader's form of a wire value; arrays are copied out of the frame. Raises WireError."""
    match node:
        case wire.Array(library="torch" | "numpy"):
            return RemoteArray(_from_wire(node), node.dtype, node.library, node.scalar)
        case wire.Held():
            return Handle(node.number, node.type[:200])
        case wire.Opaque():
            return wire.Opaque(node.type[:200], node.says[:500])
    raise wire.WireError("a callback from the child, or an array of no library")


def plain_arrays(value: Any) -> Any:
    """The same value with an ndarray in the place of each RemoteArray, for callbacks."""
    match value:
        case RemoteArray():
            return value.values
        case list():
            return [plain_arrays(item) for item in value]
        case tuple():
            return tuple(plain_arrays(item) for item in value)
        case dict():
            return {key: plain_arrays(item) for key, item in value.items()}
    return value


def _to_wire(arg: Arg) -> wire.Array:
    array = np.asarray(arg.array)
    dtype = arg.dtype or str(array.dtype.newbyteorder("="))
    if dtype not in wire.ITEM_BYTES:
        raise GraderFault(f"an argument of dtype {dtype} can't be sent")
    if dtype == "bfloat16":
        raw = _narrowed(array)
    else:
        with np.errstate(over="ignore"):  # beyond float16: inf is what the child is to see
            raw = np.asarray(array, dtype=dtype, order="C")
    data = memoryview(raw.reshape(-1).view(np.uint8))  # type: ignore[arg-type]  # NumPy's types hide it before 3.12
    return wire.Array(dtype, array.shape, data, layout=arg.layout, axis=arg.axis)


def _narrowed(array: Array) -> Array:
    """float32 values as the upper halves of their bits, rounded to the nearest, ties to even."""
    bits = np.asarray(array, dtype=np.float32, order="C").reshape(-1).view(np.uint32)
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
    quiet = (bits >> 16) | 0x40  # a NaN would round up into infinity
    is_nan = (bits & 0x7FFFFFFF) > 0x7F800000
    return np.where(is_nan, quiet, rounded).astype(np.uint16)


def _from_wire(array: wire.Array) -> Array:
    stored = {"bfloat16": "uint16", "bool": "uint8"}.get(array.dtype, array.dtype)
    try:
        raw = np.frombuffer(array.data, dtype=stored).reshape(array.shape)
    except ValueError:
        raise wire.WireError("a shape that no array can have") from None
    if array.dtype == "bfloat16":
        wide = raw.astype(np.uint32)
        wide <<= 16
        return wide.view(np.float32)
    # Any byte but 0 and 1 in a bool array would be undefined behaviour later on.
    return np.asarray(raw != 0) if array.dtype == "bool" else raw.copy()
