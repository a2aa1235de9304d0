"""A file of a person, read into a `Source`: whatever it is, without blocking and without surprises.

Two kinds of bad file are told apart. One that isn't there to read (missing, a folder, a pipe, no
permission) is a mistake at the command line: `UsageError`. One whose content can't be Python
(NUL bytes, nothing in it, broken text) is a submission that fails: `Source.unreadable` says why.
"""

import codecs
import os
import re
import stat
from pathlib import Path, PurePath

from tfmdrill.config import MIB, Limits
from tfmdrill.errors import UsageError
from tfmdrill.model.problem import Framework
from tfmdrill.model.source import Source, Unreadable
from tfmdrill.practice.notebook import NotebookError, code_of_notebook, holds_notebook

HEADER = re.compile(
    rb"#[ \t]*tfmdrill:[ \t]*([A-Za-z0-9_-]+(?::[A-Za-z0-9_-]+)?)[ \t]*\(([a-z]+)\)[ \t]*"
)
# PEP 263: a comment on the first line, or on the second after a comment or blank line.
CODING = re.compile(rb"(?:[ \t\f]*(?:#[^\n]*)?\n)?[ \t\f]*#[^\n]*?coding[:=][ \t]*([-\w.]+)")
# Codecs that a coding line must not name: Python's own tokenizer refuses or garbles them, and
# decoding punycode and idna takes time quadratic in the size of the file.
NO_SOURCE_CODECS = ("utf-16", "utf-32", "utf-7", "idna", "punycode", "undefined")
BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16: its mark begins with UTF-16's
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


class _BadTextError(Exception):
    """The bytes can't be read as Python source; the message is for the file's author."""


def read_source(path: Path, *, limits: Limits) -> Source:
    """The file as UTF-8 source with `\\n` line ends, or with the reason why it can't be run.

    Raises:
        UsageError: nothing to read is there: a missing file, a folder, a pipe or device, or a
            file that may not be opened.
    """
    name = _printable(path)
    data = _content(path, name, max(limits.source_bytes, limits.notebook_bytes))
    return source_of(data, name, limits=limits)


def source_of(data: bytes, name: str, *, limits: Limits) -> Source:
    """The content of a file as `read_source` gives it; a name in .ipynb makes it a notebook."""
    is_notebook = PurePath(name).suffix.lower() == ".ipynb"
    allowed = limits.notebook_bytes if is_notebook else limits.source_bytes
    if len(data) > allowed:
        return _refused(
            name,
            f"{name} is larger than {_size(allowed)}, the most that is graded: "
            "save only your answer in it.",
        )
    try:
        text, remarks = _decoded(data, name)
        cells: tuple[tuple[int, int], ...] = ()
        if is_notebook or holds_notebook(text):
            if not is_notebook:
                remarks += ("This file holds a notebook, and was read as one.",)
            text, cells, dropped = code_of_notebook(text, most_bytes=limits.source_bytes)
            remarks += dropped
        code = _as_utf8(text, name)
    except NotebookError as error:
        return _refused(name, f"{name} {error}")
    except _BadTextError as error:
        return _refused(name, str(error))
    return Source(name, code, cells, remarks)


def header_of(where: Source | Path) -> tuple[str, Framework] | None:
    """The problem and framework that a stub's first line names: `# tfmdrill: rope (torch)`.

    Looked for in the comments at the top of a file, and anywhere in a notebook, whose first
    cells are often imports. None where there is no such line, no such framework, or no file to
    read.
    """
    if isinstance(where, Path):
        try:
            where = read_source(where, limits=Limits())
        except UsageError:
            return None
    for line in where.code.split(b"\n"):
        text = line.strip()
        found = HEADER.fullmatch(text)
        if found:
            try:
                return found[1].decode(), Framework(found[2].decode())
            except ValueError:
                return None
        if not where.cells and text and not text.startswith(b"#"):
            return None
    return None


def _refused(name: str, reason: str) -> Source:
    return Source(name, b"", unreadable=Unreadable(reason))


def _size(count: int) -> str:
    return f"{count / MIB:g} MiB"


def _printable(path: Path) -> str:
    """The name in text that any terminal and JSON can carry: undecodable bytes become `\\udcff`."""
    return str(path).encode("utf-8", "backslashreplace").decode()


def _content(path: Path, name: str, most: int) -> bytes:
    """At most `most` + 1 bytes of a regular file; opening a pipe or device never waits."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)
    except FileNotFoundError:
        raise UsageError(
            f"There is no file {name}: `tfmdrill new` writes one to start from."
        ) from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(
            f"{name} can't be opened ({why}): give a file that you may read."
        ) from None
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            raise UsageError(f"{name} is a folder: name the file in it that holds your answer.")
        if not stat.S_ISREG(mode):
            raise UsageError(
                f"{name} is a pipe or a device: save your answer in a file and name that."
            )
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            return file.read(most + 1)
    except OSError as error:
        raise UsageError(f"{name} can't be read: {error.strerror}.") from None
    finally:
        os.close(descriptor)


def _decoded(data: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    """The text with `\\n` line ends and without a byte order mark, and remarks on it.

    Raises:
        _BadTextError: the bytes aren't text, or there is nothing in them.
    """
    wide = _wide_encoding(data)
    remarks: tuple[str, ...] = ()
    if wide:
        try:
            text = data.decode(wide)
        except UnicodeDecodeError as error:
            raise _BadTextError(
                f"{name} is broken {wide.upper()} text (at byte {error.start}): save it as UTF-8."
            ) from None
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        remarks = (f"The file is {wide.upper()}, which Python doesn't run: save it as UTF-8.",)
    else:
        _refuse_nul(data, name)
        text = _narrow(data.replace(b"\r\n", b"\n").replace(b"\r", b"\n"), name)
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise _BadTextError(f"{name} is empty: write your answer in it, save it, and grade again.")
    return text, remarks


def _refuse_nul(data: bytes, name: str) -> None:
    if b"\0" in data:
        line = data.count(b"\n", 0, data.index(b"\0")) + 1
        raise _BadTextError(
            f"{name} isn't Python source: line {line} holds NUL bytes. "
            "Save your answer as a text file in UTF-8."
        )


def _wide_encoding(data: bytes) -> str | None:
    """UTF-16 or UTF-32 by the byte order mark; without one by zeros in every second byte only."""
    for mark, encoding in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return encoding
    sample = data[:4096]
    even, odd = sample[::2], sample[1::2]
    if not even.count(0) and odd.count(0) * 2 > len(odd):
        return "utf-16-le"
    if not odd.count(0) and even.count(0) * 2 > len(even):
        return "utf-16-be"
    return None


def _narrow(data: bytes, name: str) -> str:
    """Text in the encoding that a coding line names, without one in UTF-8."""
    coding = None if data.startswith(codecs.BOM_UTF8) else CODING.match(data)
    encoding = coding[1].decode() if coding else "utf-8"
    try:
        if codecs.lookup(encoding).name.startswith(NO_SOURCE_CODECS):
            raise LookupError(encoding)
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _BadTextError(
            f"Line {line} of {name} isn't {encoding} (byte 0x{data[error.start]:02x}): save the "
            "file as UTF-8, or name its encoding on the first line: `# coding: latin-1`."
        ) from None
    except LookupError:  # also a codec that isn't for text, rot13 say
        raise _BadTextError(
            f"The coding line of {name} names {encoding!r}, which Python source can't be in: "
            "save the file as UTF-8 and delete that line."
        ) from None


def _as_utf8(text: str, name: str) -> bytes:
    """The code as the child compiles it: a coding line left from before now names UTF-8."""
    try:
        code = text.encode("utf-8")
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        raise _BadTextError(
            f"Line {line} of {name} holds half of a surrogate pair, which isn't a character: "
            "type that line again."
        ) from None
    _refuse_nul(code, name)
    coding = CODING.match(code)
    if coding:
        code = code[: coding.start(1)] + b"utf-8" + code[coding.end(1) :]
    return code
