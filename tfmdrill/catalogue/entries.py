"""The entry points of problem.toml as values of the model, checked on the way."""

import itertools
import keyword
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from tfmdrill.catalogue.schema import EntryFile, MethodFile, ParameterFile, ReturnedFile, fault
from tfmdrill.model.problem import Entry, Parameter, Returned

ARRAY_TYPES = ("float", "int", "bool")
SCALAR_DEFAULTS: dict[str, tuple[type, ...]] = {
    "float": (float, int),
    "int": (int,),
    "bool": (bool,),
    "str": (str,),
}


class EntryReader:
    """Turns the entries of one problem.toml into the model's, naming the key of what is wrong."""

    def __init__(self, path: Path, axes: frozenset[str]) -> None:
        self._path = path
        self._axes = axes

    def entry(self, key: str, item: EntryFile) -> Entry:
        self._name(key, item.name)
        is_class = item.kind == "class"
        if is_class == bool(item.returns):
            wanted = "none for a class" if is_class else "at least one [[entry.returns]]"
            raise fault(self._path, f"{key}.returns", [r.name for r in item.returns], wanted)
        if is_class != bool(item.method):
            wanted = 'given for kind = "class", and only there'
            raise fault(self._path, f"{key}.method", [m.name for m in item.method], wanted)
        methods = tuple(self._method(f"{key}.method[{i}]", m) for i, m in enumerate(item.method))
        return Entry(
            item.name,
            item.says,
            self._parameters(key, item.parameter),
            self._returns(key, item.returns),
            is_class=is_class,
            methods=methods,
        )

    def _method(self, key: str, item: MethodFile) -> Entry:
        self._name(key, item.name)
        if item.is_property and item.parameter:
            raise fault(self._path, f"{key}.parameter", "given", "none for a property")
        return Entry(
            item.name,
            item.says,
            self._parameters(key, item.parameter),
            self._returns(key, item.returns),
            is_property=item.is_property,
        )

    def _parameters(self, key: str, items: Sequence[ParameterFile]) -> tuple[Parameter, ...]:
        parameters = [self._parameter(f"{key}.parameter[{i}]", p) for i, p in enumerate(items)]
        for i, (before, after) in enumerate(itertools.pairwise(parameters)):
            where = f"{key}.parameter[{i + 1}]"
            if before.keyword and not after.keyword:
                raise fault(self._path, where, after.name, "positional parameters first")
            if before.has_default and not after.has_default and not after.keyword:
                raise fault(self._path, where, after.name, "parameters with a default last")
        self._distinct(f"{key}.parameter", [p.name for p in parameters])
        return tuple(parameters)

    def _parameter(self, key: str, item: ParameterFile) -> Parameter:
        self._name(key, item.name)
        self._type(f"{key}.type", item.type, item.shape)
        default = None if item.default is msgspec.UNSET else item.default
        if default is not None:
            if item.shape is not None or item.optional:
                wanted = "none: an array has no default, an optional parameter's is None"
                raise fault(self._path, f"{key}.default", default, wanted)
            fitting = SCALAR_DEFAULTS.get(item.type)
            is_bool = isinstance(default, bool)
            if fitting and (not isinstance(default, fitting) or is_bool != (item.type == "bool")):
                raise fault(self._path, f"{key}.default", default, f"a value of type {item.type}")
        return Parameter(
            item.name,
            item.type,
            item.says,
            self._shape(f"{key}.shape", item.shape, alternatives=True),
            keyword=item.keyword,
            has_default=item.optional or default is not None,
            default=_frozen(default),
            optional=item.optional,
        )

    def _returns(self, key: str, items: Sequence[ReturnedFile]) -> tuple[Returned, ...]:
        returned = []
        for i, item in enumerate(items):
            where = f"{key}.returns[{i}]"
            self._name(where, item.name)
            self._type(f"{where}.type", item.type, item.shape)
            shape = self._shape(f"{where}.shape", item.shape, alternatives=False)
            returned.append(Returned(item.name, item.type, item.says, shape))
        self._distinct(f"{key}.returns", [r.name for r in returned])
        return tuple(returned)

    def _shape(self, key: str, text: str | None, *, alternatives: bool) -> tuple[str, ...] | None:
        """The symbols of a shape, `|` between alternatives: ("n", "|", "B", "n")."""
        if text is None:
            return None
        symbols = tuple(text.replace("|", " | ").split())
        known = {"...", *self._axes} | ({"|"} if alternatives else set())
        for symbol in symbols:
            if symbol not in known and not symbol.isdigit():
                raise fault(self._path, key, symbol, "an integer, ... or a symbol under [axes]")
        return symbols

    def _type(self, key: str, annotation: str, shape: str | None) -> None:
        if shape is not None and annotation not in ARRAY_TYPES:
            raise fault(self._path, key, annotation, "float, int or bool: there is a shape")
        try:
            compile(annotation, "<type>", "eval")
        except SyntaxError:
            raise fault(self._path, key, annotation, "a Python annotation") from None

    def _name(self, key: str, name: str) -> None:
        if not name.isidentifier() or keyword.iskeyword(name):
            raise fault(self._path, f"{key}.name", name, "a Python name")

    def _distinct(self, key: str, names: Iterable[str]) -> None:
        seen: set[str] = set()
        for name in names:
            if name in seen:
                raise fault(self._path, key, name, "every name once")
            seen.add(name)


def _frozen(value: object) -> object:
    """TOML's arrays as tuples, so that no default can be changed by a call."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
