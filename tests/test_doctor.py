"""`doctor` tells what is really stopped here, by trying it from inside."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from command import Shell
from installing import environment, from_a_wheel
from lock_bench import IDENTITIES, as_user

from tfmdrill.practice import attempts
from tfmdrill.practice.machine import ALLOWED, ATTEMPTS, library


def test_every_attempt_is_a_function_of_the_file_that_is_run() -> None:
    assert all(callable(getattr(attempts, name)) for name in ATTEMPTS)


def test_the_document_names_layers_libraries_and_attempts(shell: Shell) -> None:
    document = json.loads(shell.succeed("doctor", "--json"))
    assert document["isolation"]["tier"] in ("full", "partial", "process-only")
    assert {a["what"] for a in document["attempts"]} == set(ATTEMPTS.values())
    assert {"numpy", "torch"} <= {each["name"] for each in document["libraries"]}


def test_what_a_layer_in_force_forbids_is_stopped(shell: Shell) -> None:
    assert_stopped(json.loads(shell.succeed("doctor", "--json")))


@pytest.mark.parametrize("who", IDENTITIES)
def test_it_is_stopped_for_who_installed_a_wheel(who: str, place: Path, wheel: Path) -> None:
    """The model answers then lie among the libraries, which may be read."""
    python, site = environment(place, who)
    from_a_wheel(site, wheel, place)
    (place / "home").mkdir()
    done = subprocess.run(
        [python, "-m", "tfmdrill", "doctor", "--json"],
        cwd="/",
        env={"PATH": os.defpath, "HOME": str(place / "home")},
        text=True,
        capture_output=True,
        check=False,
        **as_user(who),
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert_stopped(json.loads(done.stdout))


def assert_stopped(document: dict[str, Any]) -> None:
    """What is meant to be stopped is, by the layers that are in force."""
    stopped = {a["what"]: a["stopped"] for a in document["attempts"]}
    layers = document["isolation"]["layers"]
    if "seccomp" in layers:
        assert stopped["open a network socket"]
        assert stopped["start another program"]
    if "landlock" in layers:
        assert stopped["read a model answer"]
    by = {a["what"]: a["by"] for a in document["attempts"]}
    for what in ("compute without end", "print without end", "crash its process"):
        assert (stopped[what], by[what]) == (True, "the grader")
    if document["isolation"]["tier"] == "full":
        assert by["open a network socket"] == "seccomp"
        assert by["read a model answer"] == "landlock"
        assert by["take 64 GiB of memory"] == "rlimits"
        assert by["raise its own limits"] == "seccomp"
        meant = {ATTEMPTS[name] for name in ALLOWED}
        assert stopped == {what: what not in meant for what in stopped}


def test_the_screen_and_the_sentences_say_the_tier(shell: Shell) -> None:
    assert "Isolation: " in shell.succeed("doctor")
    assert "Tried from inside a locked submission:" in shell.succeed("doctor", "--plain")


def test_a_missing_library_comes_with_the_command_that_installs_it() -> None:
    missing = library("no-such-library-at-all")
    assert missing.version is None
    assert missing.install.endswith("-m pip install no-such-library-at-all")


def test_doctor_takes_no_words(shell: Shell) -> None:
    assert "unexpected extra argument" in shell.fail("doctor", "me")
