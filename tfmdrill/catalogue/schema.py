"""The TOML files of a problem as typed structs, and their exact errors."""

import copy
import difflib
import re
import tomllib
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from tfmdrill.errors import ProblemError
from tfmdrill.model.problem import AxisRole, BugKind, Difficulty, Framework, Topic

S = TypeVar("S", bound=msgspec.Struct)
SHOWN_VALUE_LENGTH = 60
ANY_KEY = "..."  # how msgspec writes the key of a table in its messages


class AxisFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    says: str
    role: AxisRole = AxisRole.PLAIN
    empty: bool = False


class ParameterFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    type: str
    says: str
    shape: str | None = None
    default: Any = msgspec.UNSET
    keyword: bool = False
    optional: bool = False


class ReturnedFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    type: str
    says: str
    shape: str | None = None


class MethodFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    says: str
    parameter: tuple[ParameterFile, ...] = ()
    returns: tuple[ReturnedFile, ...] = ()
    is_property: bool = msgspec.field(default=False, name="property")


class EntryFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    says: str
    kind: Literal["function", "class"] = "function"
    parameter: tuple[ParameterFile, ...] = ()
    returns: tuple[ReturnedFile, ...] = ()
    method: tuple[MethodFile, ...] = ()


class ChangeFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a variant says otherwise of an entry, a parameter or a returned part."""

    type: str | msgspec.UnsetType = msgspec.UNSET
    says: str | msgspec.UnsetType = msgspec.UNSET
    shape: str | msgspec.UnsetType = msgspec.UNSET
    default: Any = msgspec.UNSET


class VariantFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    says: str
    because: str
    fix: str
    change: dict[str, ChangeFile] = {}


class ProblemFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """problem.toml."""

    title: str
    topic: Topic
    difficulty: Difficulty
    minutes: int
    frameworks: tuple[Framework, ...]
    source: str
    entry: tuple[EntryFile, ...]
    axes: dict[str, AxisFile] = {}
    gradient: bool = False
    half: tuple[Literal["float16", "bfloat16"], ...] = ()
    forbidden: tuple[str, ...] = ()
    prerequisites: tuple[str, ...] = ()
    variant: dict[str, VariantFile] = {}


class BugFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    says: str
    because: str
    fix: str
    kind: BugKind = BugKind.VALUE
    find: str = ""
    replace: str | None = None
    file: str = ""
    symptom: Literal["", "non-finite", "missing", "wrong"] = ""
    modes: tuple[str, ...] = ()
    costs: tuple[str, ...] = ()
    same_as: tuple[str, ...] = ()
    lasting: bool = False


class BugsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """bugs.toml."""

    bug: tuple[BugFile, ...]


class VariantBugsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """bugs.toml of a variant: those of the problem that it restates or drops, and its own."""

    bug: tuple[BugFile, ...] = ()
    drop: tuple[str, ...] = ()


class PatchFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    file: str
    find: str
    replace: str


class PatchesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """patches.toml of a variant."""

    patch: tuple[PatchFile, ...]


class QuestionFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ask: str
    good: tuple[str, ...]
    choices: tuple[str, ...] = ()
    answer: int | None = None
    why: tuple[str, ...] = ()
    follows: str = ""


class QuestionsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """questions.toml."""

    question: tuple[QuestionFile, ...]


class BankQuestionFile(QuestionFile, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: str
    source: str = ""


class BankFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """quiz/<topic>.toml."""

    question: tuple[BankQuestionFile, ...]


def read_text(path: Path) -> str:
    """The text of one of a problem's files.

    Raises ProblemError if it isn't there, can't be read or isn't UTF-8.
    """
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ProblemError(f"{path}: this file is missing; every problem needs one") from None
    except OSError as error:
        raise ProblemError(f"{path}: can't be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise ProblemError(f"{path}: not UTF-8 at byte {error.start}; save it as UTF-8") from None


def read_toml(path: Path, kind: type[S]) -> S:
    """The file's content as `kind`.

    Raises ProblemError that names the file, the key, what was seen and what is wanted.
    """
    try:
        content = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise ProblemError(f"{path}: not TOML: {error}") from None
    try:
        return msgspec.convert(content, kind)
    except msgspec.ValidationError as error:
        raise ProblemError(f"{path}: {_explain(str(error), content, kind)}") from None


def fault(path: Path, key: str, seen: object, wanted: str) -> ProblemError:
    """The error for a value of the right type that is wrong all the same."""
    return ProblemError(f"{path}: {key}: is {_shown(seen)}, wanted {wanted}")


def _explain(message: str, content: dict[str, Any], kind: type[msgspec.Struct]) -> str:
    """msgspec's message with the key as an author writes it, and the value that stands there."""
    says, _, where = message.partition(" - at `")
    steps = _with_keys(_steps(where.rstrip("`")), content, kind, message)
    key = "".join(f"[{s}]" if isinstance(s, int) else f".{s}" for s in steps).lstrip(".")
    unknown = re.search(r"unknown field `(.+?)`", says)
    if unknown:
        known = _keys_at(kind, steps)
        near = difflib.get_close_matches(unknown[1], known, 1)
        meant = f"did you mean {near[0]!r}? " if near else ""
        wanted = f"{meant}known here: {', '.join(known)}"
        return f"{'.'.join(filter(None, (key, unknown[1])))}: is no key of this file; {wanted}"
    missing = re.search(r"missing required field `(.+?)`", says)
    if missing:
        return f"{'.'.join(filter(None, (key, missing[1])))}: is missing and must be there"
    says = re.sub(r", got `.*?`$", "", says)
    says = says[0].lower() + says[1:].replace("`", "")
    return f"{key}: is {_shown(_value_at(content, steps))}, {_wanted(says, kind, steps)}"


def _wanted(says: str, kind: type[msgspec.Struct], steps: list[str | int]) -> str:
    """What is expected, in words, with the choices where they are a closed set."""
    choices = _choices(_type_at(kind, steps))
    if choices:
        return f"wanted one of {', '.join(choices)}"
    if "datetime" in says:
        return "wanted a date and a time without quotes, as 2026-10-12T23:59:00"
    return says.replace("expected", "wanted", 1)


def _steps(path: str) -> list[str | int]:
    """`$.entry[0].type` as ["entry", 0, "type"]; a value of a table is msgspec's `[...]`."""
    found = re.findall(r"\.([^.\[]+)|\[(\d+|\.\.\.)\]", path)
    return [name or (int(index) if index != ANY_KEY else index) for name, index in found]


def _with_keys(
    steps: list[str | int], content: Any, kind: type[msgspec.Struct], message: str
) -> list[str | int]:
    """The steps with the key of the first value that doesn't convert in place of `[...]`."""
    if ANY_KEY not in steps:
        return steps
    before, after = steps[: steps.index(ANY_KEY)], steps[steps.index(ANY_KEY) + 1 :]
    for key, value in _value_at(content, before).items():
        alone = _replaced(content, before, {key: value})
        try:
            msgspec.convert(alone, kind)
        except msgspec.ValidationError as error:
            if str(error) == message:
                return _with_keys([*before, key, *after], alone, kind, message)
    return steps


def _replaced(content: Any, steps: list[str | int], value: object) -> Any:
    """The content with the value at the steps, and nothing else changed."""
    if not steps:
        return value
    copied = copy.copy(content)
    copied[steps[0]] = _replaced(content[steps[0]], steps[1:], value)
    return copied


def _value_at(content: Any, steps: list[str | int]) -> Any:
    for step in steps:
        content = content[step]
    return content


def _type_at(kind: Any, steps: list[str | int]) -> Any:
    """The msgspec type info of what the steps lead to; None where they leave the structs."""
    info: Any = msgspec.inspect.type_info(kind)
    for step in steps:
        if isinstance(info, msgspec.inspect.UnionType):
            info = info.types[0]
        if isinstance(info, msgspec.inspect.StructType) and isinstance(step, str):
            found = [f.type for f in info.fields if f.encode_name == step]
            info = found[0] if found else None
        elif isinstance(info, msgspec.inspect.VarTupleType):
            info = info.item_type
        elif isinstance(info, msgspec.inspect.DictType):
            info = info.value_type
        else:
            return None
    return info


def _keys_at(kind: Any, steps: list[str | int]) -> list[str]:
    info = _type_at(kind, steps)
    return [f.encode_name for f in info.fields] if hasattr(info, "fields") else []


def _choices(info: Any) -> list[str]:
    if isinstance(info, msgspec.inspect.EnumType):
        return [str(member.value) for member in info.cls]
    if isinstance(info, msgspec.inspect.LiteralType):
        return [repr(value) for value in info.values]
    return []


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= SHOWN_VALUE_LENGTH else text[: SHOWN_VALUE_LENGTH - 3] + "..."
