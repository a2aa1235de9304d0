"""A chain of calls that feed one another, run without an answer in between."""

from types import ModuleType
from typing import Any

from . import loading


def run(chain: dict[str, Any], module: ModuleType | None) -> tuple[Any, ...]:
    """The results that the chain asks for. Raises whatever the user's code raises.

    Cells hold the chain's values first and then the result of each call. A result that nothing
    uses is dropped at once, so that it takes no memory.
    """
    cells: list[Any] = list(chain["values"])
    wanted = _used(chain)
    for name, target, args, kwargs in chain["links"]:
        function = loading.find(module, name) if target is None else getattr(cells[target], name)
        result = function(*(cells[i] for i in args), **{key: cells[i] for key, i in kwargs.items()})
        cells.append(result if len(cells) in wanted else None)
    return tuple(cells[i] for i in chain["answers"])


def _used(chain: dict[str, Any]) -> set[int]:
    used = set(chain["answers"])
    for _, target, args, kwargs in chain["links"]:
        used.update(args, kwargs.values(), () if target is None else (target,))
    return used
