"""Errors end in one sentence and an exit code, whoever made them."""

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from command import COMMAND

import tfmdrill.__main__ as entry
from tfmdrill.cli.app import command_line
from tfmdrill.errors import ExitCode, GraderFault, ProblemError, TierRefused, UsageError


def run(monkeypatch: pytest.MonkeyPatch, error: BaseException | None, *arguments: str) -> int:
    """The exit code of a command line that ends in this error."""

    def fail(*_given: object, **_named: object) -> None:
        if error is not None:
            raise error

    monkeypatch.setattr(command_line, "main", fail)
    monkeypatch.setattr(os, "_exit", sys.exit)
    monkeypatch.setattr(sys, "argv", ["tfmdrill", *arguments])
    with pytest.raises(SystemExit) as ended:
        entry.main()
    assert isinstance(ended.value.code, int)
    return ended.value.code


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UsageError("words"), ExitCode.USAGE),
        (TierRefused("words"), ExitCode.USAGE),
        (ProblemError("words"), ExitCode.GRADER_FAULT),
        (GraderFault("words"), ExitCode.GRADER_FAULT),
        (click.UsageError("words"), ExitCode.USAGE),
    ],
)
def test_errors_on_purpose_are_their_sentence(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: Exception,
    code: ExitCode,
) -> None:
    assert run(monkeypatch, error) == code
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", "Error: words\n")


@pytest.mark.parametrize("error", [KeyboardInterrupt(), click.Abort()])
def test_an_interrupt_is_quiet(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: BaseException,
) -> None:
    assert run(monkeypatch, error) == ExitCode.INTERRUPTED == 130
    assert capsys.readouterr().err == ""


def test_a_message_cant_move_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch, UsageError("no file \x1b[2J\u202e.py"))
    assert capsys.readouterr().err == "Error: no file \\x1b[2J\\u202e.py\n"


def test_a_failure_of_ours_is_a_sentence_and_a_log(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert run(monkeypatch, ZeroDivisionError("deep inside")) == ExitCode.GRADER_FAULT == 3
    (log,) = tmp_path.glob("tfmdrill-*.log")
    assert "ZeroDivisionError: deep inside" in log.read_text()
    message = capsys.readouterr().err
    assert message.startswith("Error: tfmdrill failed (ZeroDivisionError); this is our mistake")
    assert str(log) in message
    assert "Traceback" not in message


def test_where_no_log_can_be_written_the_sentence_says_how_to_see_more(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "gone"))
    assert run(monkeypatch, ZeroDivisionError("deep inside")) == ExitCode.GRADER_FAULT
    assert "Run it again with --debug to see where." in capsys.readouterr().err


def test_debug_shows_the_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["tfmdrill", "--debug"])

    def fail(*_given: object, **_named: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(command_line, "main", fail)
    with pytest.raises(ZeroDivisionError):
        entry.main()


def test_a_command_line_that_ends_well_ends_with_0(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, None) == ExitCode.PASSED == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a full disk to offer")
def test_output_that_cannot_be_written_is_said_and_is_no_success() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [COMMAND, "next"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == ExitCode.USAGE
    assert done.stderr == "Error: the output can't be written: the disk is full\n"


@pytest.mark.parametrize("words", [("list",), ("list", "--json")])
def test_a_reader_that_had_enough_is_no_error(words: tuple[str, ...], tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as pipe:
        done = subprocess.run(
            [COMMAND, *words],
            env=os.environ | {"XDG_DATA_HOME": str(tmp_path)},
            stdout=pipe,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (ExitCode.PASSED, "")


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&-"])
def test_a_closed_stream_is_no_crash(closed: str, tmp_path: Path) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f"{COMMAND} list {closed}"],
        env=os.environ | {"XDG_DATA_HOME": str(tmp_path)},  # not what this person did before
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert done.returncode in (ExitCode.PASSED, ExitCode.USAGE)
