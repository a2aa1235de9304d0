"""Each line of a file against its shape comment: right, wrong, or missing where one is due."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tfmdrill.model.shapes import Held, Kind, Line, Recorded, Value, Verdict
from tfmdrill.model.source import Source
from tfmdrill.shapes.comments import (
    Comment,
    Vocabulary,
    Written,
    annotation_shapes,
    comments_in,
)
from tfmdrill.shapes.symbols import Reading, Shape, Spot, Symbols, explain, in_brackets

# What a comment on the line is about before anything else on it.
MAIN = frozenset(Kind) - {Kind.COMPREHENSION, Kind.LAMBDA}
# A new array under a new name: there a comment is due.
DUE = (Kind.ASSIGNED, Kind.UNPACKED, Kind.WALRUS)
PART = (Kind.ELEMENT, Kind.BASE)  # of one assignment: a comment may be about either


@dataclass(frozen=True, slots=True)
class Fault:
    """A comment that doesn't fit what a place held."""

    written: Written
    place: Recorded
    reading: Reading
    several: bool  # places are on the line, so that the name must be said


@dataclass(frozen=True, slots=True)
class _Seen:
    """A place with the arrays that it held: the items of a list, if they are alike."""

    place: Recorded
    values: tuple[Value, ...]

    @property
    def shapes(self) -> tuple[Shape, ...]:
        return tuple(v.array.shape for v in self.values if v.array is not None)

    @property
    def whole(self) -> tuple[Shape, ...]:
        """With the length of a list as the first axis."""
        return tuple(
            (v.count, *v.array.shape) if v.container else v.array.shape
            for v in self.values
            if v.array is not None
        )


class Checker:
    """Judges the lines of one source on what one example showed."""

    def __init__(self, source: Source, symbols: Symbols, places: Sequence[Recorded]) -> None:
        self._source = source
        self._symbols = symbols
        self._places = places
        self._code = source.code.decode("utf-8", "replace")
        self._text = self._code.split("\n")
        self._returns = _returns(places)
        self._earlier: dict[tuple[int, str], Shape] = {}
        self._comments = comments_in(self._code, self._vocabulary())

    def lines(self, example: int = 0) -> tuple[Line, ...]:
        """Every line of the file, with what the example showed there."""
        found = {
            line: self._judge(line, group, example)
            for line, group in _by_line(self._places).items()
            if 1 <= line <= len(self._text)
        }
        count = len(self._text) - (self._text[-1] == "")
        return tuple(found.get(n) or self._bare(n) for n in range(1, count + 1))

    def _vocabulary(self) -> Vocabulary:
        integers = {name for p in self._places for v in p.values for name, _ in v.integers}
        arrays = {p.name for p in self._places for v in p.values if v.arrays}
        known = self._symbols.known() | integers
        return Vocabulary(known, arrays - known)

    def _bare(self, number: int) -> Line:
        return Line(number, self._source.place(number), self._text[number - 1])

    def _judge(self, number: int, places: Sequence[Recorded], example: int) -> Line:
        held = tuple(Held(p.name, p.kind, p.values, p.more) for p in places if _is_shown(p))
        line = replace(self._bare(number), held=held, example=example)
        end = max(place.end for place in places)
        comment = self._comment_of(number, end)
        if comment is not None and not any(place.reached for place in places):
            return replace(line, verdict=Verdict.NOT_CHECKED, comment=comment.text)
        seen = _arrays(places)
        due = [s for s in seen if self._is_due(s)]
        self._remember(seen)
        if comment is not None and (seen or self._is_def(number)):
            judged = self._compared(line, comment, seen, is_inner=number < comment.line < end)
            if judged is not None:
                return judged
        if due:
            return replace(line, verdict=Verdict.MISSING, says=self._missing(due))
        return line

    def _comment_of(self, first: int, last: int) -> Comment | None:
        """The comment of a statement: on its last line, its first, within, or alone above it."""
        on_it = [self._comments[n] for n in range(first, last + 1) if n in self._comments]
        for wanted in (last, first):
            if found := next((c for c in on_it if c.line == wanted), None):
                return found
        if on_it:
            return on_it[-1]
        code = " ".join(self._text[n - 1] for n in range(first, min(last, len(self._text)) + 1))
        annotated = annotation_shapes(code)
        if annotated:
            shapes = tuple(w for name, w in annotated.items() if name)
            returned = (annotated[""],) if "" in annotated else ()
            given = shapes if returned else ()
            return Comment(last, returned or shapes, given)
        above = self._comments.get(first - 1)
        return above if above is not None and above.alone and not _tentative(above) else None

    def _is_def(self, line: int) -> bool:
        return line in self._returns

    def _compared(
        self, line: Line, comment: Comment, seen: Sequence[_Seen], *, is_inner: bool
    ) -> Line | None:
        """The line with a verdict; None where the comment says nothing of what the line held."""
        main = [s for s in seen if s.place.kind in MAIN] or list(seen)
        parameters = [s for s in main if s.place.kind is Kind.PARAMETER]
        returned = self._returns.get(line.number, [])
        if parameters or (not main and returned):
            faults = self._of_def(comment, parameters, returned)
        elif main:
            faults = self._of_targets(comment.shapes, main)
        else:
            return None
        if faults is None or (faults and is_inner):
            return None
        if any(f.written.tentative and not f.reading.match.fits for f in faults):
            return None
        judged = replace(line, comment=comment.text)
        if not faults:
            return replace(judged, verdict=Verdict.RIGHT)
        return replace(
            judged,
            verdict=Verdict.WRONG,
            says=self._wrong(faults[0]),
            details=tuple(
                detail
                for fault in faults
                for detail in (
                    *((self._wrong(fault),) if fault is not faults[0] else ()),
                    *self._explained(fault),
                )
            ),
        )

    def _of_def(
        self, comment: Comment, parameters: Sequence[_Seen], returned: Sequence[_Seen]
    ) -> list[Fault] | None:
        """`def f(x):  # (B, n, d) -> (B, n)`; without an arrow of a parameter or of the answer."""
        if comment.given:
            faults = self._of_targets(comment.given, parameters) if parameters else []
            return faults + (self._of_targets(comment.shapes, returned) if returned else [])
        if len(comment.shapes) == 1 and not comment.shapes[0].name:
            both = [*parameters, *returned]
            tried = [self._fault(comment.shapes[0], one, several=True) for one in both]
            if any(fault is None for fault in tried):
                return []
            return [f for f in tried if f is not None][:1] or None
        return self._of_targets(comment.shapes, parameters) if parameters else None

    def _of_targets(self, shapes: Sequence[Written], targets: Sequence[_Seen]) -> list[Fault]:
        """What doesn't fit, of shapes that are said of names, in order, or of all alike."""
        several = len(targets) > 1
        by_name = {s.place.name: s for s in targets}
        if all(written.name in by_name for written in shapes):
            pairs = [(written, by_name[written.name]) for written in shapes]
            return self._faults(pairs, several=several)
        if all(s.place.kind in PART for s in targets) or len(shapes) > 1 == len(targets):
            faults = [self._fault(w, s, several=several) for w in shapes for s in targets]
            if any(fault is None for fault in faults):
                return []
            return [f for f in faults if f is not None][-1:]
        if len(shapes) == len(targets):
            return self._faults(list(zip(shapes, targets, strict=True)), several=several)
        if len(shapes) == 1:
            return self._faults([(shapes[0], s) for s in targets], several=several)
        found: list[Fault] = []
        for target in targets:
            tried = [self._fault(written, target, several=several) for written in shapes]
            if all(fault is not None for fault in tried):
                found += [f for f in tried[:1] if f is not None]
        return found

    def _faults(self, pairs: Sequence[tuple[Written, _Seen]], *, several: bool) -> list[Fault]:
        tried = [self._fault(written, seen, several=several) for written, seen in pairs]
        by_shape = {(f.written.text, f.reading.shape): f for f in reversed(tried) if f is not None}
        return [f for f in tried if f in by_shape.values() and f is not None]

    def _fault(self, written: Written, seen: _Seen, *, several: bool) -> Fault | None:
        place = seen.place
        for shapes in dict.fromkeys((seen.whole, seen.shapes)):
            spot = Spot(written.line, place.function, shapes, seen.values)
            reading = self._symbols.read(written.dims, spot)
            if reading.match.right:
                return None
        return Fault(written, place, reading, several)

    def _wrong(self, fault: Fault) -> str:
        reading = fault.reading
        spelled = self._symbols.spell(reading.shape, fault.written.dims, reading.values)
        actual = in_brackets(reading.shape)
        subject = f"{fault.place.name} is" if fault.several else "it is"
        same = "" if spelled in (actual, fault.written.text) else f"{spelled} = "
        return f"you wrote {fault.written.text}, {subject} {same}{actual}"

    def _explained(self, fault: Fault) -> tuple[str, ...]:
        return explain(fault.written.dims, fault.reading, self._symbols, fault.place.function)

    def _is_due(self, seen: _Seen) -> bool:
        """Whether the place needs a comment: not where a name keeps the shape that it had."""
        shape = seen.shapes[0]
        if seen.place.kind not in DUE or not shape or any(v.container for v in seen.values):
            return False
        return self._earlier.get((seen.place.function, seen.place.name)) != shape

    def _remember(self, seen: Sequence[_Seen]) -> None:
        for one in seen:
            self._earlier[one.place.function, one.place.name] = one.shapes[-1]

    def _missing(self, due: Sequence[_Seen]) -> str:
        parts = []
        for seen in due:
            spot = Spot(seen.place.line, seen.place.function, seen.shapes, seen.values)
            spelled = self._symbols.propose(spot)
            parts.append(f"{seen.place.name}: {spelled}")
        return f"no shape comment; {', '.join(parts)}"


def _arrays(places: Sequence[Recorded]) -> list[_Seen]:
    """The places that held arrays, each once by its name."""
    found: dict[str, _Seen] = {}
    for place in places:
        values = tuple(v for v in place.values if v.array is not None)
        if values:
            found[place.name] = _Seen(place, values)
    return list(found.values())


def _by_line(places: Sequence[Recorded]) -> Mapping[int, list[Recorded]]:
    groups: dict[int, list[Recorded]] = {}
    for place in places:
        groups.setdefault(place.line, []).append(place)
    return groups


def _returns(places: Sequence[Recorded]) -> dict[int, list[_Seen]]:
    """What each function returned, by the line of its `def`."""
    found: dict[int, list[_Seen]] = {}
    for place in places:
        if place.kind is Kind.RETURN:
            found.setdefault(place.function, []).extend(_arrays([place]))
    return found


def _is_shown(place: Recorded) -> bool:
    """Whether the listing has a word for it: calls and conditions without arrays are silent."""
    if not place.values:
        return False
    has_arrays = any(value.arrays for value in place.values)
    return has_arrays or place.kind in (*DUE, Kind.ALIAS, Kind.AUGMENTED, Kind.FOR, Kind.PARAMETER)


def _tentative(comment: Comment) -> bool:
    return any(written.tentative for written in comment.shapes)
