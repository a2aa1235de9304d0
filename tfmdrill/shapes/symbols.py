"""What symbols stand for: the problem's axes, the user's integers, and what comments introduce."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from tfmdrill.model.shapes import Value
from tfmdrill.shapes.dims import Match, axes_of, evaluate, match, symbols_in

Shape = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bound:
    """A symbol that a comment introduced: its size for each shape of that line, in order."""

    sizes: tuple[int, ...]
    line: int
    function: int


@dataclass(frozen=True, slots=True)
class Reading:
    """A shape comment against the shapes of one place: the first that it doesn't fit, if any."""

    shape: Shape
    match: Match
    values: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a comment is read: its line, the line of the enclosing `def`, and what was held.

    shapes, held: of each different value, in order.
    """

    line: int
    function: int
    shapes: Sequence[Shape]
    held: Sequence[Value]


@dataclass(slots=True)
class Symbols:
    """The symbols of one example.

    axes: the problem's, with their sizes. local: symbols that each function has for itself: axes
    of the problem that change from call to call. loops: integers that a `for` counts up: `h` may
    be one and yet mean the heads in a comment. arguments: names of parameters.
    """

    axes: Mapping[str, int]
    local: Collection[str] = ()
    loops: Collection[str] = ()
    arguments: Collection[str] = ()
    _bound: dict[tuple[str, int], Bound] = field(default_factory=dict)
    _written: list[str] = field(default_factory=list)  # `d/h`, and what else was right so far

    def known(self) -> set[str]:
        return {*self.axes, *self.local, *(name for name, _ in self._bound)}

    def read(self, dims: Sequence[str], spot: Spot) -> Reading:
        """How axes stand to the shapes that a place held one after the other.

        A symbol without a value is bound where all of the comment is right.
        """
        first_wrong: Reading | None = None
        for with_loops in (False, True) if self.loops else (False,):
            for is_free in (False, True):
                readings = self._readings(dims, spot, with_loops=with_loops, is_free=is_free)
                wrong = next((r for r in readings if not r.match.right), None)
                if wrong is None and not (is_free and self._contradicts(readings)):
                    self._bind(readings, spot)
                    self._written += [dim for dim in dims if symbols_in(dim) not in ((), (dim,))]
                    return readings[0]
                first_wrong = first_wrong or wrong
        return first_wrong or Reading((), Match(True), {})

    def values(self, spot: Spot, number: int, *, with_loops: bool = False,
               is_free: bool = False) -> dict[str, int]:  # fmt: skip
        """The size of each symbol for shape `number` of the spot.

        The user's own integers come before the problem's axes: the code says what they are.
        is_free: without what was bound elsewhere, as for a symbol that changes here.
        """
        sizes = {}
        for name in {name for name, _ in self._bound}:
            bound = self.bound(name, spot.function)
            if bound is None or (is_free and bound.function != spot.function):
                continue
            if len(bound.sizes) == len(spot.shapes):
                sizes[name] = bound.sizes[number]
            elif len(bound.sizes) == 1:
                sizes[name] = bound.sizes[0]
        integers = spot.held[number].integers
        own = {k: n for k, n in integers if with_loops or not self._is_over(k, spot)}
        return {**sizes, **self.axes, **own}

    def _is_over(self, name: str, spot: Spot) -> bool:
        """Whether an integer may be what a loop left behind, rather than one that counts here."""
        counts = {dict(value.integers).get(name) for value in spot.held}
        return name in self.loops and len(counts) == 1

    def bound(self, name: str, function: int) -> Bound | None:
        """What a symbol was bound to in the function, else anywhere before."""
        here = self._bound.get((name, function))
        if here is not None or name in self.local:
            return here
        return next((b for (n, _), b in self._bound.items() if n == name), None)

    def _readings(self, dims: Sequence[str], spot: Spot, *, with_loops: bool,
                  is_free: bool) -> list[Reading]:  # fmt: skip
        found = []
        for number, shape in enumerate(spot.shapes):
            values = self.values(spot, number, with_loops=with_loops, is_free=is_free)
            found.append(Reading(shape, match(dims, shape, values), values))
        return found

    def _contradicts(self, readings: Sequence[Reading]) -> bool:
        """Whether a symbol is bound anew here and yet keeps one size: then it means the other."""
        for name in {name for reading in readings for name in reading.match.bound}:
            sizes = {reading.match.bound.get(name) for reading in readings}
            if len(sizes) == 1 and any(n == name for n, _ in self._bound):
                return True
        return False

    def _bind(self, readings: Sequence[Reading], spot: Spot) -> None:
        for name in {name for reading in readings for name in reading.match.bound}:
            sizes = tuple(r.match.bound.get(name, 0) for r in readings)
            self._bound.setdefault((name, spot.function), Bound(sizes, spot.line, spot.function))

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
            part = dim if is_right else self._symbol((size,), (values,), used)
            used.add(part)
            parts.append(part)
        return in_brackets(parts)

    def propose(self, spot: Spot) -> str:
        """A comment that is right for every shape of the spot; `_` is an axis that just changes."""
        if len({len(shape) for shape in spot.shapes}) > 1:
            return in_brackets(["..."])
        values = [self.values(spot, number) for number in range(len(spot.shapes))]
        used: set[str] = set()
        parts = []
        for sizes in zip(*spot.shapes, strict=True):
            part = self._symbol(sizes, values, used)
            used.add(part)
            parts.append(part)
        return in_brackets(parts)

    def _symbol(
        self, sizes: Sequence[int], values: Sequence[Mapping[str, int]], used: Collection[str]
    ) -> str:
        """The symbol, product of two, or number that has these sizes one after the other."""
        changes = len(set(sizes)) > 1
        if not changes and sizes[0] <= 1:
            return str(sizes[0])
        every = {
            name: tuple(self.axes.get(name, known.get(name, -1)) for known in values)
            for name in (*self.axes, *values[0])
            if self._is_telling(name)
        }
        fitting = [name for name, known in every.items() if known == tuple(sizes)]
        if fitting:
            return next((name for name in fitting if name not in used), fitting[0])
        for dim in self._written:
            if [evaluate(dim, {**self.axes, **known}) for known in values] == list(sizes):
                return dim
        if changes:
            return "_"
        constant = {name: known[0] for name, known in every.items() if len(set(known)) == 1}
        for a, b in combinations([n for n, size in constant.items() if size > 1], 2):
            if constant[a] * constant[b] == sizes[0]:
                return f"{a}*{b}"
        return str(sizes[0])

    def _is_telling(self, name: str) -> bool:
        """Whether an integer may stand for a size: `eos` is an argument, `n_heads` is a number."""
        return name not in self.arguments or name in self.axes or name.startswith(("n_", "num_"))


def in_brackets(parts: Sequence[object]) -> str:
    """As Python writes a tuple: (2, 3), (2,), ()."""
    return f"({', '.join(map(str, parts))}{',' if len(parts) == 1 else ''})"


def explain(
    dims: Sequence[str], reading: Reading, symbols: Symbols, function: int
) -> tuple[str, ...]:
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
        bound = symbols.bound(dim, function) if dim not in symbols.axes else None
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
