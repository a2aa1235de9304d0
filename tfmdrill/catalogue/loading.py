"""A problem's files as values of the model, checked on the way."""

import re
from pathlib import Path

import msgspec

from tfmdrill.catalogue.entries import EntryReader
from tfmdrill.catalogue.patches import apply_patch
from tfmdrill.catalogue.reference import reference_source
from tfmdrill.catalogue.schema import (
    BugFile,
    ProblemFile,
    fault,
    read_toml,
)
from tfmdrill.catalogue.texts import has_hidden, public_text
from tfmdrill.catalogue.variants import bug_files, changed_entries, variants_in
from tfmdrill.errors import ProblemError
from tfmdrill.model.problem import (
    Axis,
    Bug,
    BugKind,
    Framework,
    Hints,
    Pack,
    Problem,
)

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
FORBIDDEN_MODULES = ("torch.autograd", "torch.optim")  # with all that is in them
HINT_SECTIONS = ["Idea", "Shapes", "Steps"]


def load_problem(pack: Pack, slug: str, variant: str = "") -> Problem:
    """The problem as a candidate sees it, from problem.toml; `variant` must be one of its own.

    Raises ProblemError that names the file, the key, what was seen and what is wanted.
    """
    path = pack.problems_dir / slug / "problem.toml"
    if not SLUG.fullmatch(slug):
        raise fault(path, "the folder's name", slug, "small letters, digits and single hyphens")
    content = read_toml(path, ProblemFile)
    _check_problem(path, content)
    axes = tuple(Axis(name, a.says, a.role, a.empty) for name, a in content.axes.items())
    reader = EntryReader(path, frozenset(a.name for a in axes))
    variants = variants_in(path, content.variant)
    title, entries = content.title, content.entry
    if variant:
        title = f"{title}, {content.variant[variant].title}"
        entries = changed_entries(path, variant, entries, content.variant[variant].change)
    return Problem(
        slug=slug,
        title=title,
        topic=content.topic,
        difficulty=content.difficulty,
        minutes=content.minutes,
        frameworks=content.frameworks,
        entries=tuple(reader.entry(f"entry[{i}]", e) for i, e in enumerate(entries)),
        axes=axes,
        source=content.source,
        public_dir=pack.problems_dir / slug,
        grader_dir=pack.graders_dir / slug,
        gradient=content.gradient,
        half=content.half,
        forbidden=content.forbidden,
        prerequisites=content.prerequisites,
        variant=variant,
        variants=variants,
    )


def load_statement(problem: Problem) -> str:
    """The Markdown of statement.md; a variant's says what it is below its first heading.

    Raises ProblemError if it is missing or empty.
    """
    path = problem.public_dir / "statement.md"
    text = public_text(problem, path.name)
    if not text.strip():
        raise ProblemError(f"{path}: is empty; say what to write, and give a worked example")
    if problem.convention is None:
        return text
    first, _, rest = text.lstrip().partition("\n")
    says = f"> **Variant {problem.variant}.** {problem.convention.says}"
    return f"# {problem.title}\n\n{says}\n{rest if first.startswith('# ') else text}"


def load_hints(problem: Problem) -> Hints:
    """The three hints, each the Markdown below its heading.

    Raises ProblemError unless hints.md has exactly the sections Idea, Shapes and Steps.
    """
    path = problem.public_dir / "hints.md"
    text = public_text(problem, path.name)
    _before, *rest = re.split(r"^## +(.+?) *$", text, flags=re.MULTILINE)
    sections = dict(zip(rest[::2], (text.strip() for text in rest[1::2]), strict=True))
    if rest[::2] != HINT_SECTIONS:
        raise fault(path, "headings", rest[::2], "exactly ## Idea, ## Shapes, ## Steps")
    for name, text in sections.items():
        if not text:
            raise fault(path, f"## {name}", text, "a hint below the heading")
    return Hints(*(sections[name] for name in HINT_SECTIONS))


def load_bugs(problem: Problem) -> tuple[Bug, ...]:
    """The named mistakes; every patch is known to fit the reference.

    Raises ProblemError for a key that its kind doesn't take, a patch that doesn't fit exactly
    once, a file that isn't there, or an id that is taken or unknown.
    """
    found = bug_files(problem)
    reference = reference_source(problem)
    ids = [item.id for _, item in found]
    bugs = []
    for i, (path, item) in enumerate(found):
        key = f"bug[{i}] ({item.id})"
        if not SLUG.fullmatch(item.id):
            raise fault(path, key, item.id, "an id of small letters, digits and single hyphens")
        if ids.count(item.id) > 1:
            raise fault(path, key, item.id, "an id that no other bug has")
        for other in item.same_as:
            if other not in ids or other == item.id:
                raise fault(path, f"{key}.same_as", other, "the id of another bug")
        _check_keys_of_kind(path, key, item, problem)
        bug = Bug(**(msgspec.structs.asdict(item) | {"replace": item.replace or ""}))
        if bug.find:
            apply_patch(reference, bug)
        bugs.append(bug)
    return tuple(bugs)


def _check_problem(path: Path, content: ProblemFile) -> None:
    if not content.entry:
        raise fault(path, "entry", content.entry, "at least one [[entry]]")
    if not content.frameworks or len(set(content.frameworks)) < len(content.frameworks):
        raise fault(path, "frameworks", list(content.frameworks), "one or more, each once")
    if Framework.TEXT in content.frameworks and len(content.frameworks) > 1:
        raise fault(path, "frameworks", list(content.frameworks), "text alone, or torch and numpy")
    if content.minutes < 1:
        raise fault(path, "minutes", content.minutes, "at least 1")
    for slug in content.prerequisites:
        if not SLUG.fullmatch(slug):
            raise fault(path, "prerequisites", slug, "names of problems")
    for name in content.axes:
        if not name.isidentifier() and name != "...":
            raise fault(path, f"axes.{name}", name, "a symbol such as n or d_k, or ...")
    for name in content.forbidden:
        if not name.isidentifier() and name not in FORBIDDEN_MODULES:
            wanted = f"the last part of a name, or one of {', '.join(FORBIDDEN_MODULES)}"
            raise fault(path, "forbidden", name, wanted)


def _check_keys_of_kind(path: Path, key: str, item: BugFile, problem: Problem) -> None:
    """A patch and a whole file exclude each other; symptoms are of gradient bugs, costs of cost
    bugs."""
    whole_file = item.kind in (BugKind.GRADIENT, BugKind.COST)
    if whole_file and (item.find or item.replace is not None):
        raise fault(path, f"{key}.find", item.find, f"no patch: a {item.kind} bug names a file")
    if not whole_file and (not item.find.strip() or item.replace is None):
        raise fault(path, f"{key}.find", item.find, "find and replace, whole lines of reference.py")
    if whole_file != bool(item.file):
        wanted = "a file under wrong/ or slow/" if whole_file else f"none for kind {item.kind}"
        raise fault(path, f"{key}.file", item.file, wanted)
    if item.file and not has_hidden(problem, item.file):
        raise fault(path, f"{key}.file", item.file, f"a file in {problem.grader_dir}")
    if (item.kind is BugKind.GRADIENT) != bool(item.symptom):
        raise fault(path, f"{key}.symptom", item.symptom, "given for gradient bugs, and only there")
    if item.modes and item.kind is not BugKind.GRADIENT:
        raise fault(path, f"{key}.modes", list(item.modes), "only gradient bugs to have modes")
    if (item.kind is BugKind.COST) != bool(item.costs):
        wanted = "the titles of the costs that fail, for cost bugs, and only there"
        raise fault(path, f"{key}.costs", list(item.costs), wanted)
