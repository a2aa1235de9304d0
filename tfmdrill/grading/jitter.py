"""How far rounding alone can move the reference: runs of it with every float nudged by one unit.

The reference runs on an ndarray subclass that multiplies the float operands and results of each
ufunc that rounds by (1 +- u), with random signs. The largest change over a few runs is what a
right answer in another style, or in another order of summation, can differ by.
"""

import inspect
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import ModuleType
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

# Functions of NumPy that compute but are no ufuncs: their results are nudged as well.
_COMPUTING = frozenset(
    {np.einsum, np.dot, np.tensordot, np.inner, np.outer, np.vdot, np.mean, np.var, np.std}
)

# Ufuncs that round nothing: they choose, compare or change a sign.
_EXACT = frozenset(
    {
        np.maximum, np.minimum, np.fmax, np.fmin, np.negative, np.positive, np.absolute,
        np.sign, np.copysign, np.floor, np.ceil, np.rint, np.trunc, np.greater,
        np.greater_equal, np.less, np.less_equal, np.equal, np.not_equal, np.isfinite,
        np.isinf, np.isnan, np.signbit,
    }
)  # fmt: skip

POOL = 4096  # signs drawn for a run
STRIDE = 61  # a prime below POOL: where the next round through them starts


def _is_float(value: Any) -> bool:
    return isinstance(value, np.ndarray | np.floating) and value.dtype.kind == "f"


class Nudger:
    """Nudges floats by one rounding unit `u`, relative, in random directions."""

    def __init__(self, rng: np.random.Generator, u: float) -> None:
        self._rng = rng
        self._u = u
        self.array_type = self._make_array_type()
        self.turn()

    def turn(self) -> None:
        """Other directions from here on."""
        # Drawing signs is what costs, so they are drawn once and used from ever other places.
        self._factors = 1.0 + self._u * (2.0 * self._rng.integers(0, 2, POOL) - 1.0)
        self._next = 0

    def nudge(self, value: Any) -> Any:
        """`value` times (1 +- u), element by element, as a plain array or scalar.

        What isn't a float array is left alone.
        """
        plain = value.view(np.ndarray) if isinstance(value, np.ndarray) else value
        if not _is_float(plain):
            return plain
        size = plain.size
        if size > POOL:
            return plain * np.resize(self._factors, plain.shape)
        if self._next + size > POOL:
            self._next = (self._next + size) % STRIDE
        factors = self._factors[self._next : self._next + size]
        self._next += size
        return plain * factors.reshape(plain.shape)

    def wrap(self, value: Any) -> Any:
        """A tree of values with each float array and Python float nudged and made to nudge on."""
        if isinstance(value, bool | int | str | bytes) or value is None:
            return value
        if isinstance(value, float):
            return np.asarray(self.nudge(np.float64(value))).view(self.array_type)
        if isinstance(value, np.ndarray):
            return self.nudge(value).view(self.array_type) if _is_float(value) else value
        if isinstance(value, list):
            return [self.wrap(v) for v in value]
        if isinstance(value, tuple):
            return tuple(self.wrap(v) for v in value)
        if isinstance(value, dict):
            return {k: self.wrap(v) for k, v in value.items()}
        return value

    def _make_array_type(self) -> type[Array]:
        nudger = self

        class Nudged(np.ndarray[Any, Any]):
            def __array_ufunc__(
                self, ufunc: Any, method: str, *inputs: Any, out: Any = None, **kwargs: Any
            ) -> Any:
                if method == "at":
                    plain = [_plain(x) for x in inputs]
                    return getattr(ufunc, method)(*plain, **kwargs)
                exact = ufunc in _EXACT
                adapt = _plain if exact else nudger.nudge
                kwargs = {k: _plain(v) for k, v in kwargs.items()}
                result = getattr(ufunc, method)(*[adapt(x) for x in inputs], **kwargs)
                if out is not None:
                    for target, part in zip(
                        out, result if isinstance(result, tuple) else (result,), strict=True
                    ):
                        if target is not None:
                            np.copyto(_plain(target), nudger.nudge(part), casting="unsafe")
                    return out[0] if len(out) == 1 else out
                return _again(result, nudger, compute=not exact)

            def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
                result = super().__array_function__(func, (type(self),), args, kwargs)
                if result is NotImplemented:
                    return result
                return _again(result, nudger, compute=func in _COMPUTING)

        return Nudged


def _plain(value: Any) -> Any:
    return value.view(np.ndarray) if isinstance(value, np.ndarray) else value


def _again(value: Any, nudger: Nudger, *, compute: bool) -> Any:
    if isinstance(value, tuple):
        return tuple(_again(v, nudger, compute=compute) for v in value)
    if isinstance(value, list):
        return [_again(v, nudger, compute=compute) for v in value]
    if not _is_float(value):
        return _plain(value)
    if compute:
        return np.asarray(nudger.nudge(value)).view(nudger.array_type)
    return np.asarray(value).view(nudger.array_type)


class NudgedSubject:
    """The reference module, with float defaults of its entry points nudged as well."""

    def __init__(self, module: ModuleType, nudger: Nudger) -> None:
        self._module = module
        self._nudger = nudger

    def __getattr__(self, name: str) -> Any:
        target = getattr(self._module, name)
        if inspect.isclass(target) or not callable(target):
            return target
        defaults = _float_defaults(target)
        if not defaults:
            return target
        return self._with_defaults(target, defaults)

    def _with_defaults(
        self, function: Callable[..., Any], defaults: Mapping[str, float]
    ) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            missing = {
                name: self._nudger.wrap(value)
                for name, value in defaults.items()
                if name not in kwargs  # all of them are keyword-only
            }
            return function(*args, **kwargs, **missing)

        return call


@lru_cache(maxsize=512)
def _float_defaults(function: Callable[..., Any]) -> dict[str, float]:
    return {
        name: parameter.default
        for name, parameter in inspect.signature(function).parameters.items()
        if isinstance(parameter.default, float) and parameter.kind is parameter.KEYWORD_ONLY
    }
