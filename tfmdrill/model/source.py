"""A submission's text, as bytes that the child compiles, with a way back to the user's lines."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why a file that is there can't be run at all: NUL bytes, say, or nothing in it.

    reason: one or two sentences for its author: what is wrong, where, and what to do next.
    """

    reason: str


@dataclass(frozen=True, slots=True)
class Source:
    """One file of a user, decoded and normalised.

    name: the file as the user named it, for messages.
    code: UTF-8 Python source with `\\n` line ends and without a BOM.
    cells: for a notebook, the (cell number, line in the cell) of each line of `code`, both
        counted from 1; empty for a plain file, whose lines are its own.
    remarks: what reading changed, in words: "magics were dropped: %matplotlib inline".
    unreadable: set where there is no code to run; `code` is then empty, and the submission fails
        with this reason instead of being run.
    """

    name: str
    code: bytes
    cells: tuple[tuple[int, int], ...] = ()
    remarks: tuple[str, ...] = ()
    unreadable: Unreadable | None = None

    def place(self, line: int) -> str:
        """How a person finds line `line` (from 1) of `code`: "line 12", "cell 3, line 2"."""
        if not self.cells or not 1 <= line <= len(self.cells):
            return f"line {line}"
        cell, inner = self.cells[line - 1]
        return f"cell {cell}, line {inner}"
