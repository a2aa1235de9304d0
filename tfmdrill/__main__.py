"""The `tfmdrill` command: one place where errors become a sentence and an exit code."""

import contextlib
import errno
import os
import select
import signal
import sys

from tfmdrill.errors import ExitCode, TfmdrillError, our_failure


def main() -> None:
    """Runs the command line and exits; no error of a person's making shows a traceback."""
    code = _flushed(_run(sys.argv[1:]))
    # Everything is closed by now. To take the interpreter and NumPy down object by object would
    # be a tenth of the time of a `grade`.
    os._exit(code)


def _flushed(code: int) -> int:
    """The exit code after all output is written: another one where it couldn't be."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        pass  # the reader had enough
    except OSError as error:
        if code != ExitCode.USAGE:  # else it was said when the first write failed
            code = _say(f"the output can't be written: {error.strerror}", ExitCode.USAGE)
    except (ValueError, AttributeError):
        pass  # it was closed from the start
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sys.stderr.flush()
    return code


def _run(arguments: list[str]) -> int:
    import click

    from tfmdrill.cli.app import command_line

    try:
        # Without standalone mode click raises, and gives back the code of `context.exit(code)`.
        result = command_line.main(arguments, prog_name="tfmdrill", standalone_mode=False)
        return int(result) if isinstance(result, int) else ExitCode.PASSED
    except click.ClickException as error:
        error.show()
        return ExitCode.USAGE
    except TfmdrillError as error:
        return _say(str(error), error.exit_code)
    except (KeyboardInterrupt, click.Abort):
        return ExitCode.INTERRUPTED
    except (BrokenPipeError, SystemExit):
        return ExitCode.PASSED  # the reader, `head` say, had enough: click and rich end at that
    except Exception as error:
        if isinstance(error, OSError) and error.errno == errno.EIO and _terminal_is_gone():
            return 128 + signal.SIGHUP  # its window was closed: nobody is there to be told
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            return _say("the output can't be written: the disk is full", ExitCode.USAGE)
        if "--debug" in arguments:
            raise
        return _say(our_failure(error), ExitCode.GRADER_FAULT)


def _terminal_is_gone() -> bool:
    poll = select.poll()
    poll.register(1, 0)
    poll.register(2, 0)
    return any(events & select.POLLHUP for _, events in poll.poll(0))


def _say(message: str, code: ExitCode) -> ExitCode:
    from tfmdrill.render.notices import print_error

    print_error(message)
    return code


if __name__ == "__main__":
    main()
