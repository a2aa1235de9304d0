"""Running the installed `tfmdrill` command as a person does, in a folder of its own."""

import os
import subprocess
import sys
from pathlib import Path

TINY = Path(__file__).parent / "packs" / "tiny"
COMMAND = Path(sys.executable).parent / "tfmdrill"


class Shell:
    """A folder to work in, with a memory of its own beside it."""

    def __init__(self, home: Path) -> None:
        self.folder = home / "work"
        self.folder.mkdir()
        self.home = home
        (home / "tmp").mkdir()
        self.env = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("TFMDRILL", "XDG", "PYTHON")) and name != "NO_COLOR"
        }
        self.env |= {
            "HOME": str(home),
            "TMPDIR": str(home / "tmp"),
            "XDG_DATA_HOME": str(home / "data"),
            "TFMDRILL_PACKS": str(TINY),
            "COLUMNS": "100",
            "PYTHONDONTWRITEBYTECODE": "1",
            "TFMDRILL_NO_SERVER": "1",  # nothing of a test outlives it; test_server.py has its own
        }

    def failures(self) -> list[str]:
        """What tfmdrill wrote down of errors that nobody foresaw."""
        return [path.read_text() for path in (self.home / "tmp").glob("tfmdrill-*.log")]

    def run(self, *arguments: str, typed: str | None = None) -> subprocess.CompletedProcess[str]:
        """The command with `typed` on its standard input."""
        return subprocess.run(
            [COMMAND, *arguments],
            input=typed,
            cwd=self.folder,
            env=self.env,
            text=True,
            encoding="utf-8",
            capture_output=True,
            check=False,
        )

    def succeed(self, *arguments: str) -> str:
        """The standard output of a command that must end well and complain of nothing."""
        done = self.run(*arguments)
        assert (done.returncode, done.stderr) == (0, ""), done
        return done.stdout

    def fail(self, *arguments: str) -> str:
        """The one sentence of a command that must end with exit code 2."""
        done = self.run(*arguments)
        assert (done.returncode, done.stdout) == (2, ""), done
        assert "Traceback" not in done.stderr
        return done.stderr

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.write_text(text)
        return path
