"""What `doctor` found out about this machine."""

from dataclasses import dataclass

from tfmdrill.model.report import Isolation


@dataclass(frozen=True, slots=True)
class Library:
    """A library that a user's file may need; its version is None where it isn't installed."""

    name: str
    version: str | None
    install: str = ""  # the command that brings it, where it is missing


@dataclass(frozen=True, slots=True)
class Attempt:
    """Something that a submission might try, tried in a locked child of this machine.

    stopped: None where it could not be tried; then `says` tells why.
    """

    what: str  # "open a socket"
    stopped: bool | None
    says: str = ""  # "PermissionError (seccomp)"


@dataclass(frozen=True, slots=True)
class Machine:
    tfmdrill: str  # version
    python: str
    system: str  # "Linux 6.8 x86_64"
    cores: int
    libraries: tuple[Library, ...]
    isolation: Isolation
    attempts: tuple[Attempt, ...] = ()
