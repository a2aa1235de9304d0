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
    says: how it was stopped, or why it isn't. by: what stopped it, a layer or the grader.
    """

    what: str  # "open a socket"
    stopped: bool | None
    says: str = ""  # "PermissionError: [Errno 1] Operation not permitted"
    by: str = ""  # "seccomp"


@dataclass(frozen=True, slots=True)
class KeptZygote:
    """A process that holds an imported framework ready, so that the next `grade` needn't wait."""

    framework: str
    version: str  # of the framework
    process: int  # pid
    minutes: float  # since it was started
    idle_minutes: float  # after so many without a `grade` it ends by itself


@dataclass(frozen=True, slots=True)
class KeptGrader:
    """A process that holds the grader ready, with the cases of the problem graded last."""

    process: int  # pid
    minutes: float  # since it was started
    idle_minutes: float  # after so many without a `grade` it ends by itself


@dataclass(frozen=True, slots=True)
class Kept:
    """Every such process of this user, or why there can be none."""

    zygotes: tuple[KeptZygote, ...] = ()
    graders: tuple[KeptGrader, ...] = ()
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Machine:
    tfmdrill: str  # version
    python: str
    system: str  # "Linux 6.8 x86_64"
    cores: int
    libraries: tuple[Library, ...]
    isolation: Isolation
    attempts: tuple[Attempt, ...] = ()
    kept: Kept = Kept()
