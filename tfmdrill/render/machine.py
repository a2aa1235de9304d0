"""What `doctor` found: versions, the layers of isolation, and what is really stopped here."""

from rich.console import Console
from rich.text import Text

from tfmdrill.model.machine import Attempt, Kept, KeptGrader, KeptZygote, Library, Machine
from tfmdrill.model.report import Tier
from tfmdrill.render.console import Signs, indented, say, signs_of
from tfmdrill.render.inert import visible
from tfmdrill.render.problems import FRAMEWORK_WORDS
from tfmdrill.render.quantities import count

TIER_WORDS = {
    Tier.FULL: "everything that tfmdrill knows to lock is locked",
    Tier.PARTIAL: "some layers are missing on this machine",
    Tier.PROCESS_ONLY: "a submission runs in a process of its own, and nothing more",
}
TIER_STYLES = {Tier.FULL: "green", Tier.PARTIAL: "yellow", Tier.PROCESS_ONLY: "red"}


def print_doctor(machine: Machine, *, console: Console, plain: bool = False) -> None:
    """Versions, then each layer, then each attempt with whether it was stopped."""
    say(console, f"tfmdrill {machine.tfmdrill}, Python {machine.python}")
    cores = "core" if machine.cores == 1 else "cores"
    say(console, f"{visible(machine.system)}, {machine.cores} {cores}")
    signs = None if plain else signs_of(console)
    for library in machine.libraries:
        _print_library(library, console, signs)
    isolation = machine.isolation
    say(console)
    style = "" if plain else f"bold {TIER_STYLES[isolation.tier]}"
    say(console, f"Isolation: {isolation.tier} ({TIER_WORDS[isolation.tier]})", style)
    for layer in isolation.layers:
        _print_line(console, signs, ok=True, head=layer, word="in force", says="")
    for layer, why in isolation.missing:
        _print_line(console, signs, ok=False, head=layer, word="missing", says=why)
    if machine.attempts:
        say(console)
        say(console, "Tried from inside a locked submission:", "" if plain else "bold")
    for attempt in machine.attempts:
        _print_attempt(attempt, console, signs)
    say(console)
    print_kept(machine.kept, console=console)


def print_kept(kept: Kept, *, console: Console) -> None:
    """The processes that are kept for the next `grade`, a line each."""
    if kept.refused:
        say(console, f"Nothing is kept ready for the next grade: {visible(kept.refused)}.")
        return
    if not (kept.zygotes or kept.graders):
        say(console, "Nothing is kept ready for the next grade at the moment.")
        return
    say(console, "Kept ready for the next grade (to end it: tfmdrill server --stop):")
    for zygote in kept.zygotes:
        name = FRAMEWORK_WORDS.get(zygote.framework, zygote.framework)
        _print_one(f"{name} {visible(zygote.version)}", zygote, console)
    for grader in kept.graders:
        _print_one("the grader", grader, console)


def _print_one(name: str, kept: KeptZygote | KeptGrader, console: Console) -> None:
    since = count(round(kept.minutes), "minute")
    line = f"{name}, process {kept.process}, for {since}"
    indented(console, Text(f"{line}; ends after {kept.idle_minutes:.0f} without a grade"))


def print_stopped(number: int, *, console: Console) -> None:
    """How many processes were ended."""
    say(console, "Nothing was running." if not number else f"Ended {number}.")


def _print_library(library: Library, console: Console, signs: Signs | None) -> None:
    if library.version is not None:
        _print_line(console, signs, ok=True, head=library.name, word=library.version, says="")
        return
    says = f"install it with: {library.install}" if library.install else ""
    _print_line(console, signs, ok=None, head=library.name, word="not installed", says=says)


def _print_attempt(attempt: Attempt, console: Console, signs: Signs | None) -> None:
    words = {True: "stopped", False: "not stopped", None: "not tried"}
    word = words[attempt.stopped] + (f" by {attempt.by}" if attempt.by else "")
    says = "" if attempt.by else attempt.says  # the document has it in full
    _print_line(console, signs, ok=attempt.stopped, head=attempt.what, word=word, says=says)


def _print_line(
    console: Console, signs: Signs | None, *, ok: bool | None, head: str, word: str, says: str
) -> None:
    """One finding; `signs` is None where it is to be a sentence."""
    tail = f" ({visible(says)})" if says else ""
    if signs is None:
        say(console, f"{visible(head)}: {word}{tail}")
        return
    sign, style = {
        True: (signs.passed, "green"),
        False: (signs.failed, "red"),
        None: (signs.skipped, "yellow"),
    }[ok]
    line = Text(f"{sign} ", style=style).append(f"{visible(head)}: ", style="default")
    indented(console, line.append(word + tail, style=style), 2, hang=4)
