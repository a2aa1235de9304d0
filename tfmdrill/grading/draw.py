"""Random arguments for cases: small first, all sizes different, the same for the same seed."""

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np

T = TypeVar("T")
Array = np.ndarray[Any, Any]


class Draw:
    """The source of a problem's cases.

    Every case draws from a generator of its own, so redrawing one leaves the others as they
    were. `scale` below 1 shrinks the upper bound of sizes, and `simple` rounds values, when a
    failing case is made small for a person to look at.
    """

    def __init__(self, seed: Sequence[int], *, scale: float = 1.0, simple: bool = False) -> None:
        self._seed = tuple(int(s) for s in seed)
        self._scale = scale
        self._simple = simple
        self._taken: set[int] = set()
        self._rng = np.random.default_rng(self._seed)

    def start_case(self, index: int, attempt: int = 0) -> None:
        """Begin case `index`; another `attempt` gives other values. The engine calls this."""
        self._rng = np.random.default_rng((*self._seed, index, attempt))
        self._taken = set()

    def size(self, name: str, lo: int, hi: int, *, multiple_of: int = 1) -> int:
        """A size in [lo, hi] that no other axis of this case has, where one is left."""
        del name  # for the reader of checks.py: sizes are told apart by it there
        top = max(lo, lo + int((hi - lo) * self._scale))
        fitting = [s for s in range(lo, hi + 1) if s % multiple_of == 0]
        if not fitting:
            raise ValueError(f"no multiple of {multiple_of} in [{lo}, {hi}]")
        small = [s for s in fitting if s <= top] or fitting[:1]
        free = [s for s in small if s not in self._taken]
        free = free or [s for s in fitting if s not in self._taken] or small
        chosen = int(free[int(self._rng.integers(len(free)))])
        self._taken.add(chosen)
        return chosen

    def sizes(self, **bounds: tuple[int, int]) -> tuple[int, ...]:
        """Several sizes at once, in the order given: `B, n = draw.sizes(B=(2, 4), n=(2, 6))`."""
        return tuple(self.size(name, lo, hi) for name, (lo, hi) in bounds.items())

    def normal(self, *shape: int, std: float = 1.0, mean: float = 0.0) -> Array:
        """float64 values of N(mean, std), each exactly representable in float32."""
        return self._floats(self._rng.normal(mean, std, shape))

    def uniform(self, *shape: int, lo: float = 0.0, hi: float = 1.0) -> Array:
        """float64 values in [lo, hi), each exactly representable in float32."""
        return self._within(self._rng.uniform(lo, hi, shape), lo, hi)

    def integers(self, *shape: int, lo: int, hi: int) -> Array:
        """int64 values in [lo, hi), hi left out."""
        return self._rng.integers(lo, hi, shape, dtype=np.int64)

    def bools(self, *shape: int, p: float = 0.5) -> Array:
        """bool values, True with probability p."""
        return np.asarray(self._rng.random(shape) < p)

    def permutation(self, n: int) -> Array:
        """The integers below n in random order, int64."""
        return self._rng.permutation(n).astype(np.int64)

    def choice(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[int(self._rng.integers(len(options)))]

    def number(self, lo: float, hi: float) -> float:
        """A Python float in [lo, hi), exactly representable in float32."""
        return float(self._within(self._rng.uniform(lo, hi), lo, hi))

    def integer(self, lo: int, hi: int) -> int:
        """A Python int in [lo, hi), hi left out."""
        return int(self._rng.integers(lo, hi))

    def _within(self, values: Array | float, lo: float, hi: float) -> Array:
        """The values rounded as far as they stay in [lo, hi)."""
        exact = np.minimum(np.asarray(values, dtype=np.float32), np.nextafter(np.float32(hi), lo))
        rounded = self._floats(exact)
        inside = (rounded >= lo) & (rounded < hi)
        return np.where(inside, rounded, exact.astype(np.float64))

    def _floats(self, values: Array | float) -> Array:
        array = np.asarray(values, dtype=np.float32).astype(np.float64)
        return np.round(array * 2) / 2 + 0.0 if self._simple else array  # + 0.0: no -0.0
