"""Text of others in tables and file names: it stays data, whatever reads it."""

import csv
import hashlib
import io
import re
import unicodedata
from collections.abc import Iterable, Sequence

from tfmdrill.render.inert import one_line

# What spreadsheets take for the start of a formula; the full-width forms, too, in some languages.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
# Where a cell begins: also behind a semicolon, which divides cells where a comma is for decimals.
ACTING = re.compile(f"(^|;)(?=\\s*[{re.escape(''.join(FORMULA))}])")
NAME_LETTERS = 40  # of a student's name in a file name: four bytes each, and 255 is the limit
HASH_DIGITS = 8
# The longest cell that LibreOffice and Excel take whole.
CELL_LETTERS = 32_000


def cell(text: str) -> str:
    r"""The text as a cell that no spreadsheet computes: an apostrophe goes before a formula.

    >>> cell("=1+1"), cell("O'Neil, Ann"), cell("\t=1"), cell("a;=1")
    ("'=1+1", "O'Neil, Ann", "'=1", "a;'=1")
    """
    return ACTING.sub(r"\1'", one_line(text, CELL_LETTERS))


def points(value: float | None) -> str:
    """Points as every LMS reads them: a dot, two decimals, no separators; "" for none."""
    return "" if value is None else f"{value:.2f}"


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """CSV as RFC 4180 has it, with `\\n` line ends. The cells are as they should be already."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()


def file_name(name: str, key: str) -> str:
    """A name for a student's files: letters of theirs, and a hash that is the key's alone.

    >>> file_name("O'Neil, Ann", "17")
    'o-neil-ann-4523540f'
    """
    plain = unicodedata.normalize("NFKC", name).casefold()
    letters = re.sub(r"[^\w]+|_", "-", plain).strip("-")[:NAME_LETTERS].strip("-")
    digest = hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:HASH_DIGITS]
    return f"{letters}-{digest}" if letters else digest
