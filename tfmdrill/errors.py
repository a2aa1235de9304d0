"""Every error that tfmdrill raises on purpose, each with the exit code that the shell is given.

A message says what is wrong, where, and what to do next. `tfmdrill.__main__` catches
`TfmdrillError` once, prints the message without a traceback, and exits with `exit_code`.
"""

from enum import IntEnum


class ExitCode(IntEnum):
    """What the `tfmdrill` command returns to the shell."""

    PASSED = 0  # everything that was judged passed
    FAILED = 1  # something did not pass; a syntax error in the user's file counts here
    USAGE = 2  # wrong arguments, a missing file, no torch, an isolation tier refused
    GRADER_FAULT = 3  # tfmdrill itself failed; no score was given
    INTERRUPTED = 130  # Ctrl-C


class TfmdrillError(Exception):
    """Something that the person at the terminal can act on."""

    exit_code = ExitCode.USAGE


class UsageError(TfmdrillError):
    """The command's words, a file or a setting are not as they must be."""


class ProblemError(TfmdrillError):
    """A problem's files are not well formed: names the file, the key and what was wanted."""

    exit_code = ExitCode.GRADER_FAULT


class GraderFault(TfmdrillError):
    """The grader failed, not the submission: nobody gets a zero for it."""

    exit_code = ExitCode.GRADER_FAULT


class TierRefused(TfmdrillError):
    """This machine can't isolate a submission as strongly as was demanded."""


def our_failure(error: Exception) -> str:
    """Writes the traceback of an error that nobody foresaw to a log; a sentence that says where."""
    import os
    import tempfile
    import traceback
    from pathlib import Path

    text = "".join(traceback.format_exception(error))
    what = f"tfmdrill failed ({type(error).__name__}); this is our mistake, not yours"
    try:
        descriptor, name = tempfile.mkstemp(prefix="tfmdrill-", suffix=".log")
        os.close(descriptor)
        Path(name).write_text(text, encoding="utf-8", errors="backslashreplace")
    except OSError:
        return f"{what}. Run it again with --debug to see where."
    return f"{what}. What happened is in {name}; please send it to whoever keeps tfmdrill."
