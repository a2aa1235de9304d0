"""Running the user's file as a module, and finding in it what the problem asks for."""

import difflib
import linecache
import sys
from collections.abc import Callable
from types import CodeType, ModuleType
from typing import Any

MODULE = "submission"


def compile_plainly(text: str, name: str) -> CodeType:
    return compile(text, name, "exec", dont_inherit=True)


def execute(
    name: str, code: bytes, compiling: Callable[[str, str], CodeType] = compile_plainly
) -> ModuleType:
    """The module that the file defines; in sys.modules before its first line runs.

    dataclasses, typing.get_type_hints and inspect look the module up there, and tracebacks and
    inspect find the text through linecache. Raises whatever the file raises.
    """
    # Text, not bytes: an encoding line in the file speaks of the bytes on the user's disk.
    text = code.decode("utf-8", "surrogatepass")
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    module = ModuleType(MODULE)
    module.__file__ = name
    sys.modules[MODULE] = module
    try:
        compiled = compiling(text, name)
    except (MemoryError, RecursionError):
        raise SyntaxError("nested too deeply to be compiled", (name, 1, 1, "")) from None
    except (ValueError, UnicodeError) as error:
        raise SyntaxError(str(error), (name, 1, 1, "")) from None
    exec(compiled, module.__dict__)
    return module


def find(module: ModuleType | None, name: str) -> Callable[..., Any]:
    """The callable of that name: function, class, partial, or an instance with `__call__`.

    Raises: NameError or TypeError, in words for the user.
    """
    names = [] if module is None else list(module.__dict__)
    if module is None or name not in module.__dict__:
        near = difflib.get_close_matches(name, names, n=1)
        hint = f"; there is `{near[0]}`, is that it?" if near else ""
        raise NameError(f"the file defines no `{name}`{hint}")
    found = module.__dict__[name]
    if not callable(found):
        raise TypeError(f"`{name}` is a {type(found).__name__}, not a function")
    return found  # type: ignore[no-any-return]  # callable() narrows Any to nothing better
