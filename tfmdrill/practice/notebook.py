"""The code of a notebook as one Python source, with the way back from its lines to the cells.

Only code cells count. What IPython understands and Python doesn't (`%magic`, `!command`, `name?`)
is dropped in such a way that every other line keeps its place and its meaning.
"""

import json
import re

from tfmdrill.config import MIB

# Cell magics that run their body as ordinary Python, in the notebook's own names.
CELL_MAGICS_OVER_PYTHON = ("%%time", "%%capture", "%%prun")
MAGIC = re.compile(r"([ \t]*)([%!?].*|[\w.*%]+\?{1,2}[ \t]*)", re.DOTALL)
TIMED = re.compile(r"([ \t]*)%time[ \t]+(.*)", re.DOTALL)
ASSIGNED = re.compile(r"([ \t]*[\w., \t]+=[ \t]*)([%!][\w/~.].*)", re.DOTALL)
# What decides whether a statement goes on in the next line: comments, quotes and brackets.
SPECIAL = re.compile(r"#|\"\"\"|'''|[\"'()\[\]{}]")
CLOSING = {q: re.compile(rf"(?:\\.|[^\\])*?{q}") for q in ('"""', "'''", '"', "'")}
SHOWN_MAGICS = 5
SHOWN_LENGTH = 40


class NotebookError(Exception):
    """This isn't a notebook with code; the message goes on from the file's name."""


def holds_notebook(text: str) -> bool:
    """Whether text, whatever its file is called, is the JSON of a notebook and not Python."""
    if not text.lstrip().startswith("{") or '"nbformat"' not in text:
        return False
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(content, dict) and "nbformat" in content


def code_of_notebook(
    text: str, *, most_bytes: int
) -> tuple[str, tuple[tuple[int, int], ...], tuple[str, ...]]:
    """(source, places, remarks) of a notebook's JSON, of any version that nbformat reads.

    places: (cell, line in the cell) of each line of the source, from 1; only code cells are
        counted, so cell 2 is the second box of code.
    remarks: the magics that were dropped, in one sentence.

    Raises:
        NotebookError: the JSON is broken, it isn't a notebook, no cell holds code, or the cells
            hold more than most_bytes of it.
    """
    lines: list[str] = []
    places: list[tuple[int, int]] = []
    dropped: list[str] = []
    cells = _code_cells(text)
    if sum(len(cell) for cell in cells) > most_bytes:
        raise NotebookError(
            f"holds more than {most_bytes / MIB:g} MiB of code, the most that is graded: "
            "keep only your answer in its cells."
        )
    for number, cell in enumerate(cells, start=1):
        kept = _without_magics(cell.replace("\r\n", "\n").replace("\r", "\n"), dropped)
        lines += kept
        places += [(number, line) for line in range(1, len(kept) + 1)]
    if not any(line.strip() for line in lines):
        raise NotebookError("has no cell with code in it: write your answer in a code cell.")
    return "\n".join(lines) + "\n", tuple(places), _remarks(dropped)


def _code_cells(text: str) -> list[str]:
    import nbformat

    try:
        parsed = nbformat.reader.reads(text)  # type: ignore[no-untyped-call]  # has no types
        notebook = nbformat.convert(parsed, 4)  # type: ignore[no-untyped-call]  # has no types
        cells = [cell["source"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    except nbformat.reader.NotJSONError:
        raise NotebookError(
            "isn't a notebook: its JSON is broken. Open it in Jupyter and save it again."
        ) from None
    # nbformat raises what its walk over a malformed notebook happens to run into: KeyError,
    # AttributeError, TypeError, RecursionError, jsonschema's ValidationError, its own errors.
    except Exception as error:
        raise NotebookError(
            f"isn't a notebook that can be read ({type(error).__name__}). "
            "Open it in Jupyter and save it again."
        ) from None
    if not all(isinstance(cell, str) for cell in cells):
        raise NotebookError("has a cell whose source isn't text: save it again from Jupyter.")
    return cells


def _without_magics(cell: str, dropped: list[str]) -> list[str]:
    """The cell's lines, as many as before, with what isn't Python blanked or made `pass`."""
    lines = cell.split("\n")
    first = next((i for i, line in enumerate(lines) if line.strip()), 0)
    if lines[first].startswith("%%"):
        dropped.append(lines[first])
        if lines[first].split()[0] not in CELL_MAGICS_OVER_PYTHON:
            return [""] * len(lines)
        lines[first] = ""
    depth, quote, continued = 0, "", False
    in_magic = False  # a magic's last line ended in a backslash
    for i, line in enumerate(lines):
        if in_magic:
            lines[i] = ""
            in_magic = line.endswith("\\")
        elif not depth and not quote and not continued:
            lines[i] = _mended(line)
            if lines[i] != line:
                dropped.append(line.strip())
                in_magic = line.endswith("\\")
        depth, quote, continued = _open_after(lines[i], depth, quote)
    return lines


def _mended(line: str) -> str:
    """The line where a statement begins, as Python: `%time f(x)` runs f, `files = !ls` is None."""
    if found := TIMED.fullmatch(line):
        return found[1] + found[2]
    if found := MAGIC.fullmatch(line):
        return found[1] + "pass"
    if found := ASSIGNED.fullmatch(line):
        return found[1] + "None"
    return line


def _open_after(line: str, depth: int, quote: str) -> tuple[int, str, bool]:
    """(open brackets, open quote, whether a backslash goes on) at the end of the line."""
    position = 0
    while True:
        if quote:
            closing = CLOSING[quote].match(line, position)
            if not closing:
                # A literal in single quotes ends with its line, unless a backslash goes on.
                goes_on = len(quote) == 3 or line.endswith("\\")
                return depth, quote if goes_on else "", False
            quote, position = "", closing.end()
        special = SPECIAL.search(line, position)
        if not special:
            return depth, "", line.endswith("\\")
        if special[0] == "#":
            return depth, "", False
        if special[0] in "([{":
            depth += 1
        elif special[0] in ")]}":
            depth = max(0, depth - 1)
        else:
            quote = special[0]
        position = special.end()


def _remarks(dropped: list[str]) -> tuple[str, ...]:
    if not dropped:
        return ()
    shown = [d if len(d) <= SHOWN_LENGTH else d[:SHOWN_LENGTH] + "..." for d in dropped]
    more = f" and {len(shown) - SHOWN_MAGICS} more" if len(shown) > SHOWN_MAGICS else ""
    return (f"Magics were dropped: {', '.join(shown[:SHOWN_MAGICS])}{more}.",)
