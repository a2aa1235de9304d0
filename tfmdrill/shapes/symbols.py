"""What symbols stand for: the problem's axes, the user's integers, and what comments introduce."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from tfmdrill.model.shapes import Value
from tfmdrill.shapes.dims import Match, axes_of, evaluate, match, symbols_in

Shape = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bound:
    """A symbol that a comment introduced: its size at each execution of that line."""

    sizes: tuple[int, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Reading:
    """A shape comment against the shapes of one place: the first that it doesn't fit, if any."""

    shape: Shape
    match: Match
    values: Mapping[str, int]


@dataclass(slots=True)
class Symbols:
    """The symbols of one example.

    axes: the problem's, with their sizes. loops: integers that a `for` counts up: `h` may be one
    and yet mean the heads in a comment.
    """

    axes: Mapping[str, int]
    loops: Collection[str] = ()
    bound: dict[str, Bound] = field(default_factory=dict)

    def known(self) -> set[str]:
        return {*self.axes, *self.bound}

    def read(self, dims: Sequence[str], shapes: Sequence[Shape], held: Sequence[Value],
             line: int) -> Reading:  # fmt: skip
        """How axes stand to the shapes that a place held one after the other.

        A symbol without a value is bound where all of the comment is right.
        """
        first_wrong: Reading | None = None
        for with_loops in (False, True) if self.loops else (False,):
            readings: list[Reading] = []
            for number, (shape, value) in enumerate(zip(shapes, held, strict=True)):
                values = self.values(value, number, len(shapes), with_loops=with_loops)
                readings.append(Reading(shape, match(dims, shape, values), values))
            wrong = next((r for r in readings if not r.match.right), None)
            if wrong is None:
                self._bind(readings, line)
                return readings[0]
            first_wrong = first_wrong or wrong
        return first_wrong or Reading((), Match(True), {})

    def values(
        self, value: Value, number: int, of: int, *, with_loops: bool = False
    ) -> dict[str, int]:
        """The size of each symbol at execution `number` of `of`.

        The user's own integers come before the problem's axes: the code says what they are.
        """
        sizes = {}
        for name, bound in self.bound.items():
            if len(bound.sizes) in (1, of):
                sizes[name] = bound.sizes[number if len(bound.sizes) == of else 0]
        own = {k: n for k, n in value.integers if with_loops or k not in self.loops}
        return {**sizes, **self.axes, **own}

    def _bind(self, readings: Sequence[Reading], line: int) -> None:
        names = {name for reading in readings for name in reading.match.bound}
        for name in names - self.known():
            sizes = tuple(r.match.bound.get(name, 0) for r in readings)
            self.bound[name] = Bound(sizes, line)

    def spell(self, shape: Shape, dims: Sequence[str], values: Mapping[str, int]) -> str:
        """The shape in symbols: what was written where that is right, else the likeliest.

        >>> Symbols({"B": 2, "h": 3, "n": 5}).spell((2, 3, 5), ("B", "n", "h"), {"B": 2})
        '(B, h, n)'
        """
        written = axes_of(dims, shape)
        used: set[str] = set()
        parts = []
        for axis, size in enumerate(shape):
            dim = written.get(axis, "")
            is_right = bool(symbols_in(dim)) and evaluate(dim, values) == size
            part = dim if is_right else self._symbol(size, values, used)
            used.add(part)
            parts.append(part)
        return in_brackets(parts)

    def _symbol(self, size: int, values: Mapping[str, int], used: Collection[str]) -> str:
        if size <= 1:
            return str(size)
        every = {**self.axes, **values}
        fitting = [name for name, value in every.items() if value == size]
        if fitting:
            return next((name for name in fitting if name not in used), fitting[0])
        names = [n for n, value in every.items() if value > 1]
        for a in names:
            for b in names:
                if a < b and every[a] * every[b] == size:
                    return f"{a}*{b}"
        return str(size)


def in_brackets(parts: Sequence[object]) -> str:
    """As Python writes a tuple: (2, 3), (2,), ()."""
    return f"({', '.join(map(str, parts))}{',' if len(parts) == 1 else ''})"


def explain(dims: Sequence[str], reading: Reading, symbols: Symbols) -> tuple[str, ...]:
    """What is wrong, symbol by symbol."""
    shape = reading.shape
    if not reading.match.fits:
        return (f"{_count(len(dims))} written, it has {len(shape)}",)
    known = {**reading.values, **reading.match.bound}
    written = axes_of(dims, shape)
    says = []
    for axis in reading.match.wrong:
        dim = written[axis]
        meant = evaluate(dim, known)
        bound = next((symbols.bound[n] for n in symbols_in(dim) if n in symbols.bound), None)
        since = f" (as on line {bound.line})" if bound is not None else ""
        if meant is None:
            says.append(f"axis {axis}: {dim} can't be {shape[axis]}")
        elif str(meant) == dim:
            says.append(f"axis {axis}: {shape[axis]}, not {dim}")
        else:
            says.append(f"axis {axis}: {dim} is {meant}{since}, here it is {shape[axis]}")
    return tuple(says)


def _count(axes: int) -> str:
    return f"{axes} axis" if axes == 1 else f"{axes} axes"
