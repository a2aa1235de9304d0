"""Whole frames over blocking descriptors: a child's pipes, and the zygote's control socket."""

import os
import socket
from collections.abc import Callable, Sequence
from typing import Any

from . import wire

JOIN_ABOVE = 64  # buffers; writev takes 1,024 on Linux and fewer elsewhere
MAX_FDS = 8
# Both ends of the control socket are ours; these caps only bound what a bug could do.
CONTROL_CAPS = wire.Caps(header_bytes=2**20, payload_bytes=2**20, nodes=10_000, depth=8)


def send(
    fd: int, message: wire.Message, caps: wire.Caps, adapt: Callable[[Any], Any] = wire.refuse
) -> None:
    """Write one frame. Raises WireLimit (before a byte is written) and OSError."""
    write_all(fd, wire.pack(message, caps, adapt))


def write_all(fd: int, buffers: list[wire.Buffer]) -> None:
    """Write every byte of the buffers, in as few system calls as the pipe allows."""
    if len(buffers) > JOIN_ABOVE:
        buffers = [b"".join(buffers)]
    views = [memoryview(b).cast("B") for b in buffers]
    while views:
        written = os.writev(fd, views)
        while views and written >= len(views[0]):
            written -= len(views.pop(0))
        if views and written:
            views[0] = views[0][written:]


def receive(
    fd: int, caps: wire.Caps, build: Callable[[Any], Any] = wire.unchanged
) -> wire.Message | None:
    """The next message, or None where the other side has closed. Raises WireError, OSError."""
    prefix = _read_exactly(fd, wire.PREFIX.size)
    if prefix is None:
        return None
    header_bytes, payload_bytes = wire.lengths(prefix, caps)
    header = _read_exactly(fd, header_bytes)
    payload = _read_exactly(fd, payload_bytes)
    if header is None or payload is None:
        return None
    return wire.unpack(header, payload, caps, build)


def _read_exactly(fd: int, count: int) -> bytearray | None:
    data = bytearray(count)
    view = memoryview(data)
    while view:
        got = os.readv(fd, [view])
        if not got:
            return None
        view = view[got:]
    return data


def send_with_fds(
    channel: socket.socket, op: str, value: Any = None, fds: Sequence[int] = ()
) -> None:
    """Write one frame to the control socket; the descriptors ride on its first byte."""
    data = b"".join(wire.pack(wire.Message(op, 0, value), CONTROL_CAPS))
    sent = socket.send_fds(channel, [data], fds) if fds else channel.send(data)
    if sent < len(data):  # to send nothing fails, too, where the other side has closed by now
        channel.sendall(data[sent:])


def receive_with_fds(channel: socket.socket) -> tuple[str, Any, list[int]] | None:
    """(op, value, descriptors) of the next message, or None at the end.

    Raises: WireError, OSError.
    """
    fds: list[int] = []
    prefix = _receive_exactly(channel, wire.PREFIX.size, fds)
    if prefix is None:
        return None
    header_bytes, payload_bytes = wire.lengths(prefix, CONTROL_CAPS)
    rest = _receive_exactly(channel, header_bytes + payload_bytes, fds)
    if rest is None:
        return None
    message = wire.unpack(rest[:header_bytes], rest[header_bytes:], CONTROL_CAPS)
    return message.op, message.value, fds


def _receive_exactly(channel: socket.socket, count: int, fds: list[int]) -> bytearray | None:
    data = bytearray()
    while len(data) < count:
        part, got, _, _ = socket.recv_fds(channel, count - len(data), MAX_FDS)
        fds += got
        if not part:
            return None
        data += part
    return data
