"""What values become on their way: arrays, held objects, callbacks, and the caps on them all."""

from dataclasses import dataclass
from typing import Any

Buffer = bytes | bytearray | memoryview

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
HEX_DIGITS = 512  # of one integer beyond 64 bits: any Python still writes it out in decimal
SHORT_TEXT = 200  # code points; longer text goes into the payload
PACK_FROM = 8  # numbers in a list from which it pays to send them raw
PACKED_VALUES = 2_000_000  # numbers in all packed lists of a frame: 64 MB of Python ints
HEADER_WEIGHT = 50  # bytes of objects that a byte of JSON becomes, parsed and read: empty sets
NUMBER_WEIGHT = 40  # of a number in a packed list: itself, its place, and its 8 bytes on the way
CHUNK = 2**16
WIDENED = {"bfloat16": 2}  # times the bytes on the wire that an array of it takes
KEY_TYPES = (str, bytes, int, float, bool, type(None))
ODD_KEYS = 1_000  # dict and set keys whose hashes another side can make collide


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


class Budget:
    """What reading one frame may take, the frame included: twice the most bytes of a payload.

    Both sides count alike, so what one sends the other reads.
    """

    def __init__(self, caps: Caps) -> None:
        self._left = 2 * caps.payload_bytes

    def spend(self, count: int) -> None:
        """Raises: WireLimit."""
        self._left -= count
        if self._left < 0:
            raise WireLimit("more than the memory for reading it")

    def spend_on_frame(self, header_bytes: int, payload_bytes: int) -> None:
        self.spend(HEADER_WEIGHT * header_bytes + payload_bytes)

    def spend_on_text(self, data: Buffer) -> None:
        """One character beyond ASCII can make every other one as wide as itself."""
        chunks = range(0, len(data), CHUNK)
        is_ascii = all(bytes(data[at : at + CHUNK]).isascii() for at in chunks)
        self.spend((1 if is_ascii else 4) * len(data))

    def spend_on_array(self, dtype: str, count: int) -> None:
        self.spend(WIDENED.get(dtype, 1) * count)


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


def is_odd_key(key: Any) -> bool:
    """Whether many such keys could be made to collide, as text and bytes can't be.

    Raises: WireLimit for a key that no frame may hold.
    """
    is_tuple = type(key) is tuple
    for part in key if is_tuple else (key,):
        if type(part) not in KEY_TYPES:
            raise WireLimit(f"a key of type {type(part).__name__}")
    return is_tuple or (type(key) is int and key not in INT64)
