"""Shape comments: finding them in a file, and reading which shapes they say.

Read are `(B, h, n, d)`, `[B, n, d]`, `B h n d`, `B x n x d`, `(B, n, 3*d)`, `q: (B, n), k: (B, m)`,
`Float[Tensor, "B n d"]`, and what stands after the last `->`. Anything else is prose: a comment
counts as a shape only where it can hardly be anything else.
"""

import io
import re
import tokenize
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from tfmdrill.shapes.dims import ANY_AXIS, is_dim, symbols_in

MOST_CHARS = 400  # of a comment that is read
MOST_AXES = 16
SYMBOL_CHARS = 24
_ARROW = re.compile(r"-+>|→|⟶|=>|⇒")
_TYPED = re.compile(r"""\b[A-Za-z_]\w*\[(?:[\w.| \[\]]*,)?\s*["']([^"'\[\]]*)["']\s*\]""")
_NAMED = re.compile(r"([^\W\d][\w.]*)\s*[:=]?\s*$")
_TIMES = re.compile(r"\s+[xX×]\s+")  # noqa: RUF001 as people write
# What may stand beside a shape without making the comment prose.
_FILLING = re.compile(
    r"torch\.Size|"
    r"\b(shapes?|each|all|both|now|of|is|are|bool|float(16|32|64)?|u?int(8|16|32|64)?|and|or|"
    r"dtype|broadcast|view|contiguous)\b|[\w.]+\s*[:=]|[\s:;,.=&/@+()\[\]-]"
)
# Two small words that could be taken for two symbols.
_WORDS = frozenset(
    [
        "a",
        "an",
        "as",
        "at",
        "be",
        "by",
        "do",
        "go",
        "he",
        "if",
        "in",
        "is",
        "it",
        "me",
        "my",
        "no",
        "of",
        "on",
        "or",
        "so",
        "to",
        "up",
        "us",
        "we",
    ]
)


@dataclass(frozen=True, slots=True)
class Written:
    """A shape as it was written.

    name: what it is said of, "" where nothing is named. tentative: it may be prose after all.
    """

    dims: tuple[str, ...]
    text: str
    name: str = ""
    tentative: bool = False
    line: int = 0


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment that says shapes.

    given: those before the last arrow, shapes: those after it, or all. alone: nothing else
    stands on the line.
    """

    line: int
    shapes: tuple[Written, ...]
    given: tuple[Written, ...] = ()
    alone: bool = False

    @property
    def text(self) -> str:
        return ", ".join(written.text for written in self.shapes)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """known: symbols that stand for a size; arrays: names that stand for an array instead."""

    known: Collection[str]
    arrays: Collection[str] = ()

    def may_be_symbol(self, name: str) -> bool:
        return name in self.known or (name not in self.arrays and len(name) <= SYMBOL_CHARS)


def comments_in(code: str, vocabulary: Vocabulary) -> dict[int, Comment]:
    """The shape comments of a file by their lines; of one that isn't Python, as far as it goes."""
    found: dict[int, Comment] = {}
    for line, text, alone in _comments(code):
        read = read_comment(text, vocabulary)
        if read is not None:
            shapes = tuple(replace(written, line=line) for written in read.shapes)
            given = tuple(replace(written, line=line) for written in read.given)
            found[line] = Comment(line, shapes, given, alone)
    return found


def read_comment(text: str, vocabulary: Vocabulary) -> Comment | None:
    """The shapes that a comment says, without its `#`; None where it is prose."""
    text = text.strip().strip("#").strip()
    if not text or len(text) > MOST_CHARS:
        return None
    parts = _ARROW.split(text)
    shapes = _shapes(parts[-1], vocabulary)
    if not shapes:
        return None
    given = _shapes(parts[-2], vocabulary) if len(parts) > 1 else ()
    return Comment(0, shapes, given)


def annotation_shapes(code: str) -> dict[str, Written]:
    """The shapes in a line's type annotations, by name: `q: Float[Tensor, "B n d"]`; "" is `->`."""
    found: dict[str, Written] = {}
    for typed in _TYPED.finditer(code):
        before = code[: typed.start()].rstrip("'\" ")
        named = re.search(r"([^\W\d]\w*)\s*:$", before)
        name = named[1] if named else "" if before.endswith("->") else None
        written = _typed(typed[1])
        if name is not None and written is not None:
            found[name] = replace(written, name=name)
    return found


def _comments(code: str) -> Iterator[tuple[int, str, bool]]:
    """(line, text, whether it stands alone) of each comment."""
    if "#" not in code:
        return
    try:
        for token in tokenize.generate_tokens(io.StringIO(code).readline):
            if token.type == tokenize.COMMENT:
                line, column = token.start
                yield line, token.string, not token.line[:column].strip()
    except (tokenize.TokenError, SyntaxError):
        return


def _shapes(text: str, vocabulary: Vocabulary) -> tuple[Written, ...]:
    typed = [t for match in _TYPED.finditer(text) if (t := _typed(match[1])) is not None]
    if typed:
        return tuple(typed)
    inner = re.fullmatch(r"\s*[(\[]([^()\[\],]*)[)\]]\s*", text)  # (B n d)
    bare = _bare(inner[1] if inner else text, vocabulary)
    if bare is not None:
        return (bare,)
    groups = list(_groups(text))
    rest = text
    for start, end, _ in groups:
        rest = rest[:start] + " " * (end - start) + rest[end:]
    is_whole = not _FILLING.sub("", rest).strip()
    found: list[Written] = []
    for start, end, dims in groups:
        symbols = {name for dim in dims for name in symbols_in(dim)}
        if not all(vocabulary.may_be_symbol(name) for name in symbols):
            continue
        is_known = any(name in vocabulary.known for name in symbols)
        starts = not _FILLING.sub("", text[:start]).strip()
        named = _NAMED.search(text[:start])
        name = named[1] if named else ""
        is_said_of_one = name in vocabulary.arrays and text[:start].rstrip().endswith(":")
        if len(dims) == 1 and not is_known and not text[start:end].rstrip(")] ").endswith(","):
            continue
        if not (is_known or is_whole or is_said_of_one or (starts and symbols)):
            continue
        if not symbols and "0" in dims:
            continue  # an interval
        is_tentative = not (is_known or is_whole or is_said_of_one)
        found.append(Written(dims, text[start:end], name, is_tentative))
    return tuple(found)


def _groups(text: str) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """(start, end, axes) of each bracketed list of axes that isn't the argument of a call."""
    at = 0
    while at < len(text):
        if text[at] not in "([":
            at += 1
            continue
        end = _closing(text, at)
        is_call = at > 0 and (text[at - 1].isalnum() or text[at - 1] in "_)]")
        if end is None or (is_call and not text[:at].endswith("Size")):
            at = end or at + 1
            continue
        dims = None if is_call else _listed(text[at + 1 : end - 1])
        if dims is None:
            at += 1
            continue
        yield at, end, dims
        at = end


def _closing(text: str, start: int) -> int | None:
    """The place after the bracket that closes the one at `start`."""
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] in "([") - (text[at] in ")]")
        if depth == 0:
            return at + 1
    return None


def _listed(text: str) -> tuple[str, ...] | None:
    """The axes between two brackets; None where something among them is no axis."""
    if not text.strip():
        return ()
    parts: list[str] = [""]
    depth = 0
    for char in text:
        depth += (char in "([") - (char in ")]")
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    dims = [part.strip() for part in parts]
    if len(dims) > 1 and not dims[-1]:
        dims.pop()
    if len(dims) == 1 and _TIMES.search(dims[0]):
        dims = _TIMES.split(dims[0])
    return tuple(dims) if len(dims) <= MOST_AXES and all(map(is_dim, dims)) else None


def _bare(text: str, vocabulary: Vocabulary) -> Written | None:
    """`B h n d`: nothing but short symbols and numbers, two or more, not all of them numbers."""
    text = re.sub(r"^\s*(shape|[^\W\d][\w.]*(?=\s*:))\s*:?", "", text).strip()
    dims = (
        tuple(_TIMES.split(text)) if _TIMES.search(text) else tuple(text.replace(",", " ").split())
    )
    if not 2 <= len(dims) <= MOST_AXES or not all(map(_is_bare_dim, dims)):
        return None
    symbols = [name for dim in dims for name in symbols_in(dim)]
    if not symbols or not all(vocabulary.may_be_symbol(name) for name in symbols):
        return None
    new = [name for name in symbols if name not in vocabulary.known]
    if any(not _is_terse(name) for name in new):
        return None
    return Written(dims, text, tentative=len(new) == len(symbols))


def _is_bare_dim(text: str) -> bool:
    return is_dim(text) and text not in (*ANY_AXIS[1:], "*")


def _is_terse(name: str) -> bool:
    if name.lower() in _WORDS:
        return False
    return len(name) <= 2 or bool(re.fullmatch(r"[A-Za-z]{1,2}(_\w{1,6}|\d)", name))


def _typed(text: str) -> Written | None:
    dims = tuple(re.sub(r"^#|^[^\W\d]\w*=", "", part) for part in text.split())
    if len(dims) > MOST_AXES or not all(map(is_dim, dims)):
        return None
    return Written(dims, f"({', '.join(dims)}{',' if len(dims) == 1 else ''})")
