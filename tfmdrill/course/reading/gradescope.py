"""The metadata of a Gradescope export: whose submission is whose, and when it was handed in.

Its keys begin with a colon, as Ruby writes symbols: `submission_1:` -> `:submitters:` -> `:name:`.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from tfmdrill.course.reading.names import Whose
from tfmdrill.errors import UsageError


@dataclass(frozen=True, slots=True)
class Exported:
    """One submission: everyone who handed it in together, and when."""

    submitters: tuple[Whose, ...]
    emails: tuple[str, ...]  # aligned with submitters
    submitted: datetime | None


def read_metadata(data: bytes, where: str) -> dict[str, Exported]:
    """Each submission by the name of its folder.

    Raises UsageError where the file isn't such metadata.
    """
    import yaml

    try:
        content = yaml.load(data, Loader=_loader())
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        what = str(error).split("\n")[0]
        raise UsageError(f"{where}: not the metadata of a Gradescope export ({what})") from None
    if not isinstance(content, dict):
        raise UsageError(f"{where}: not the metadata of a Gradescope export")
    found = {}
    for folder, each in content.items():
        if isinstance(folder, str) and isinstance(each, dict):
            found[folder] = _exported(folder, each)
    return found


def _exported(folder: str, each: dict[Any, Any]) -> Exported:
    people = each.get(":submitters")
    submitters, emails = [], []
    for person in people if isinstance(people, list) else []:
        if not isinstance(person, dict):
            continue
        name, sid, email = (_text(person.get(key)) for key in (":name", ":sid", ":email"))
        id = sid or email or name
        if id:
            says = f"Gradescope {folder}, {'SID' if sid else 'submitter'} {id}"
            submitters.append(Whose("gradescope", id, name or id, says))
            emails.append(email)
    return Exported(tuple(submitters), tuple(emails), _time(each.get(":created_at")))


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""


def _time(value: object) -> datetime | None:
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value.strip())
        except ValueError:
            return None
    if not isinstance(value, datetime):
        return None
    return value if value.tzinfo else value.replace(tzinfo=UTC)


def _loader() -> Any:
    """A safe loader in which nothing but times and text has a meaning: ids keep their zeros."""
    import yaml

    safe = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # ten times as fast, where it was built

    class Loader(safe):  # type: ignore[misc, valid-type]  # one of two classes of one kind
        pass

    kept = ("tag:yaml.org,2002:timestamp", "tag:yaml.org,2002:null", "tag:yaml.org,2002:merge")
    Loader.yaml_implicit_resolvers = {
        first: [pair for pair in pairs if pair[0] in kept]
        for first, pairs in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    return Loader
