"""What a command and the kept grader say to each other: typed messages, one socket a request."""

import socket
import struct
from pathlib import Path
from typing import Any

import msgspec

from tfmdrill.model.pack import Framework, Pack
from tfmdrill.model.report import Report, Tier
from tfmdrill.model.source import Source

LENGTH = struct.Struct("<I")
MOST_BYTES = 64 * 1024**2  # a notebook and its report are far below; more is a bug
TAKEN = b"t"  # sent as soon as a request is read: what follows may take as long as grading does


class Ask(msgspec.Struct, frozen=True, tag="grade"):
    """Grade this source.

    slug: the problem's name, that of a variant with it: `rope:half-split`. packs: (name,
    problems, graders, slugs) of each active pack.
    """

    slug: str
    packs: tuple[tuple[str, str, str, tuple[str, ...]], ...]
    source: Source
    framework: Framework
    seed: int | None
    only: tuple[str, ...]
    beside: bool
    require_tier: Tier | None
    limit_scale: float
    deny: tuple[str, ...]

    def active_packs(self) -> tuple[Pack, ...]:
        """The packs as the catalogue takes them."""
        return tuple(Pack(n, Path(p), Path(g), s) for n, p, g, s in self.packs)


class AskReady(msgspec.Struct, frozen=True, tag="ready"):
    """Get ready for a grade like this one, which had this seed and passed or not. No answer."""

    ask: Ask
    seed: int
    passed: bool


class AskStatus(msgspec.Struct, frozen=True, tag="status"):
    """Say what you are."""


class AskStop(msgspec.Struct, frozen=True, tag="stop"):
    """End, with whatever is being graded."""


Request = Ask | AskReady | AskStatus | AskStop


class Answer(msgspec.Struct, frozen=True):
    """A report; or an error of tfmdrill.errors by its name, with its message."""

    report: Report | None = None
    error: str = ""
    message: str = ""


class Status(msgspec.Struct, frozen=True):
    process: int  # pid
    since: float  # seconds since the epoch
    idle_s: float


class Lost(Exception):
    """The other side is gone, or isn't what it should be."""


def send(channel: socket.socket, message: Any) -> None:
    """Write one message. Raises OSError; ValueError for text that is no Unicode."""
    data = msgspec.msgpack.encode(message)
    channel.sendall(LENGTH.pack(len(data)) + data)


def receive(channel: socket.socket, kind: Any) -> Any:
    """The next message, of this type. Raises OSError, Lost."""
    (length,) = LENGTH.unpack(exactly(channel, LENGTH.size))
    if length > MOST_BYTES:
        raise Lost("a message is too long")
    try:
        return msgspec.msgpack.decode(exactly(channel, length), type=kind)
    except msgspec.DecodeError as error:
        raise Lost(str(error)) from None


def exactly(channel: socket.socket, count: int) -> bytes:
    """So many bytes. Raises OSError, Lost where the other side closes before."""
    data = bytearray()
    while len(data) < count:
        part = channel.recv(min(count - len(data), 1 << 20))
        if not part:
            raise Lost("it closed the connection")
        data += part
    return bytes(data)
