"""`grade --require-isolation` refuses where the machine isolates less, and says what is missing.

The machine that lacks a layer is this one behind a filter that refuses the layer's system call,
as a container's does.
"""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from command import COMMAND, Shell

from tfmdrill.runner.inside.lock import identity, seccomp

ANSWER = """# tfmdrill: double-it (numpy)
def double_it(x, *, offset=0.0):
    return 2 * x + offset
"""


def without(call: str) -> Callable[[], None]:
    """A `preexec_fn` after which the kernel refuses one system call; of clone, only namespaces."""
    with pytest.MonkeyPatch.context() as patch:
        flags = seccomp._bits(seccomp._NEW_NAMESPACES, seccomp._REFUSE)
        clone = ("clone", seccomp._judge(0, flags, otherwise=seccomp._ALLOW))
        patch.setattr(seccomp, "_REFUSED_CALLS", () if call == "clone" else (call,))
        patch.setattr(seccomp, "_ABSENT_CALLS", ())
        patch.setattr(seccomp, "_examined", lambda own_pid: (clone,) if call == "clone" else ())
        code = seccomp.program(seccomp.machine(), 0)

    def install() -> None:
        identity.prctl(38, 1)  # no new privileges, or the filter is refused
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(seccomp, "program", lambda on, own_pid: code)
            seccomp.install(0)

    return install


def grade(shell: Shell, call: str, *words: str) -> subprocess.CompletedProcess[str]:
    path: Path = shell.write("mine.py", ANSWER)
    return subprocess.run(
        [COMMAND, "grade", path.name, "--no-server", *words],
        cwd=shell.folder, env=shell.env, text=True, capture_output=True, check=False,
        preexec_fn=without(call),
    )  # fmt: skip


@pytest.fixture
def full(shell: Shell) -> Shell:
    """A shell on a machine that lacks nothing."""
    document = json.loads(shell.run("doctor", "--json").stdout)
    if document["isolation"]["tier"] != "full":
        pytest.skip("this machine isn't fully isolated to begin with")
    return shell


@pytest.mark.parametrize(
    ("call", "layer"),
    [
        ("clone", "namespaces"),
        ("landlock_create_ruleset", "landlock"),
        ("prlimit64", "rlimits"),
        ("capset", "no-new-privs"),
    ],
)
def test_a_missing_layer_is_named_and_refused(full: Shell, call: str, layer: str) -> None:
    refused = grade(full, call, "--require-isolation", "full")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "Traceback" not in refused.stderr
    assert "isolation full was demanded, this machine gives p" in refused.stderr
    assert f"{layer}: not permitted here" in refused.stderr
    assert "tfmdrill doctor" in refused.stderr


def test_what_is_there_is_enough_for_who_demands_no_more(full: Shell) -> None:
    done = grade(full, "clone", "--require-isolation", "partial", "--json")
    (report,) = json.loads(done.stdout)["reports"]
    assert (done.returncode, report["outcome"], report["isolation"]) == (0, "passed", "partial")
    full.write("mine.py", ANSWER)
    demanded = full.run("grade", "mine.py", "--no-server", "--require-isolation", "full", "--json")
    (report,) = json.loads(demanded.stdout)["reports"]
    assert (demanded.returncode, report["isolation"]) == (0, "full")
