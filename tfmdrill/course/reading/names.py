"""What a path says of who handed the file in: Canvas, Moodle, a folder a student, plain files.

Sources of the patterns: Canvas lib/content_zipper.rb, Moodle mod/assign/classes/downloader.php.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from tfmdrill.course.reading.archives import METADATA
from tfmdrill.model.course import Layout

CANVAS = re.compile(
    r"(?P<name>.+?)(?:_(?P<late>LATE))?_(?P<id>\d{1,20})_(?P<attachment>\d{1,20})_(?P<file>.+)"
)
CANVAS_IDS = re.compile(r"(?=_(?P<id>\d{1,20})_(?P<attachment>\d{1,20})_(?P<file>.+))")
CANVAS_TEXT = re.compile(r"(?P<name>.+?)(?:_(?P<late>LATE))?_(?P<id>\d+)_(?:text|link)\.html")
ANONYMOUS = re.compile(
    r"(?:(?P<late>LATE)_)?anon_(?P<id>[^_]+)_(?P<attachment>\d{1,20})_(?P<file>.+)"
)
# The first such mark is Moodle's: it takes `_` out of names, and what follows is the student's own.
MOODLE = r"(?P<name>(?:(?!_\d+_assignsubmission_).)+)_(?P<id>\d+)_assignsubmission_"
MOODLE_FOLDER = re.compile(MOODLE + r"file_?")
MOODLE_FLAT = re.compile(MOODLE + r"file_(?P<file>.+\..+)")
MOODLE_TEXT = re.compile(MOODLE + r"onlinetext.*")
GRADESCOPE_FOLDER = re.compile(r"submission_\d+")
# What Canvas and browsers put behind the name of a file that is handed in again.
AGAIN = re.compile(
    r"(?P<stem>.+?)(?:-(?P<number>\d{1,3})| ?\((?P<copy>\d{1,3})\))(?P<suffix>\.\w+)"
)
ONLINE_TEXT = "a text typed into the LMS, not a file"


@dataclass(frozen=True, slots=True)
class Whose:
    """What a download says of the person, or group, that handed a file in.

    system: canvas | canvas-anonymous | moodle | gradescope | folder | file.
    says: the same in words, for the instructor.
    """

    system: str
    id: str
    name: str
    says: str

    @property
    def of_lms(self) -> bool:
        """Whether an LMS gave the id; the names of folders and files are anybody's."""
        return self.system not in ("folder", "file")

    @property
    def identity(self) -> tuple[str, str]:
        return self.system, self.id


@dataclass(frozen=True, slots=True)
class Place:
    """A path taken apart.

    own: the student's own path: without what the LMS put before it.
    order: among several files of one name, the later ones have the greater order.
    why: why nobody is named, where `whose` is None.
    otherwise: the other ways to read the name. Canvas leaves `_` and digits in a student's name,
        and puts the student's own name of the file behind the ids: either can look like ids.
    """

    whose: Whose | None
    own: str
    marked_late: bool = False
    order: tuple[int, int] = (0, 0)
    why: str = ""
    otherwise: tuple["Place", ...] = ()


def own_name(path: str) -> str:
    """The name that the student gave the file, whatever an LMS put before it.

    >>> own_name("lovelaceada_LATE_4711_90210_rope-1.py"), own_name("ada/hw/rope.py")
    ('rope-1.py', 'rope.py')
    """
    name = path.rpartition("/")[2]
    for pattern in (MOODLE_FLAT, ANONYMOUS, CANVAS):
        found = pattern.fullmatch(name)
        if found:
            return found["file"]
    return name


def without_number(name: str) -> tuple[str, int]:
    """The name and how many times it was handed in before: "rope-1.py" is ("rope.py", 1)."""
    found = AGAIN.fullmatch(name)
    if not found:
        return name, 0
    return found["stem"] + found["suffix"], int(found["number"] or found["copy"])


def without_wrapping(paths: Sequence[str]) -> str:
    """The folders that every path lies in and that name nobody, with `/` at the end, or "".

    A zip of a folder, or the folder above, is as good as the folder itself.
    """
    sure = prefix = ""
    while True:
        rest = [path[len(prefix) :].split("/") for path in paths]
        tops = {parts[0] for parts in rest}
        if len(tops) != 1 or any(len(parts) < 2 for parts in rest):
            return sure
        (top,) = tops
        if _of_lms(top) or GRADESCOPE_FOLDER.fullmatch(top):
            return sure
        prefix += f"{top}/"
        below = {parts[1] for parts in rest}
        folders_below = len(below) > 1 and all(len(parts) > 2 for parts in rest)
        if folders_below or all(map(_of_lms, below)) or below & set(METADATA):
            sure = prefix


def place_of(path: str, layout: Layout, problem_names: Iterable[str]) -> Place:
    """The path, from where nothing is wrapped round it, taken apart as the layout wants.

    problem_names: the stems under which problems are handed in, which are nobody's name.
    """
    if layout in (Layout.AUTO, Layout.MOODLE):
        place = _moodle(path)
        if place is not None:
            return place
    if layout in (Layout.AUTO, Layout.CANVAS):
        place = _canvas(path)
        if place is not None:
            return place
    if layout in (Layout.CANVAS, Layout.MOODLE):
        return Place(None, path, why=f"its path isn't as {layout.value.title()} writes them")
    top, inside, rest = path.partition("/")
    if inside and layout in (Layout.AUTO, Layout.FOLDERS):
        name = top[: -len(".zip")] if top.lower().endswith(".zip") else top
        return _placed(Whose("folder", name, name, f"folder {name}"), rest)
    if layout is Layout.FOLDERS:
        return Place(None, path, why="it lies in no student's folder")
    return _plain(path, problem_names)


def _moodle(path: str) -> Place | None:
    top, inside, rest = path.partition("/")
    for pattern in (MOODLE_TEXT, MOODLE_FOLDER, MOODLE_FLAT):
        found = pattern.fullmatch(top)
        if not found or (pattern is MOODLE_FOLDER and not inside):
            continue
        name = found["name"].replace("_", " ")
        whose = Whose("moodle", found["id"], name, f"Moodle participant {found['id']}")
        if pattern is MOODLE_TEXT:
            return Place(None, path, why=ONLINE_TEXT)
        return _placed(whose, rest if pattern is MOODLE_FOLDER else found["file"] + inside + rest)
    return None


def _canvas(path: str) -> Place | None:
    top, inside, rest = path.partition("/")
    if inside and not top.lower().endswith(".zip"):
        return None
    if CANVAS_TEXT.fullmatch(top):
        return Place(None, path, why=ONLINE_TEXT)
    readings = list(_canvas_readings(top, f"{inside}{rest}"))
    late = any(reading.marked_late for reading in readings)  # none may hide Canvas's mark
    readings = [replace(reading, marked_late=late) for reading in readings]
    return replace(readings[0], otherwise=tuple(readings[1:])) if readings else None


def _canvas_readings(name: str, rest: str) -> Iterator[Place]:
    """Every way to take the name apart; the first one is right unless a student made it up."""
    if found := ANONYMOUS.fullmatch(name):
        whose = Whose(
            "canvas-anonymous", found["id"], found["id"], f"Canvas anonymous id {found['id']}"
        )
        yield _of_canvas(whose, found, rest, late=bool(found["late"]))
    for found in CANVAS_IDS.finditer(name):
        head = name[: found.start()]
        plain = head.removesuffix("_LATE")
        if plain:
            whose = Whose("canvas", found["id"], plain, f"Canvas id {found['id']}")
            yield _of_canvas(whose, found, rest, late=plain != head)


def _of_canvas(whose: Whose, found: re.Match[str], rest: str, *, late: bool) -> Place:
    own = f"{found['file']}{rest}"
    return _placed(whose, own, marked_late=late, attachment=int(found["attachment"]))


def _plain(path: str, problem_names: Iterable[str]) -> Place:
    """ada_rope.py, rope-ada.py, ada.py: what is left of the name beside the problem's."""
    name, _ = without_number(path.rpartition("/")[2])
    stem = name.rpartition(".")[0] or name
    for problem in sorted(problem_names, key=len, reverse=True):
        spelled = re.escape(problem).replace(r"\-", "[-_ ]").replace("_", "[-_ ]")
        if re.fullmatch(spelled, stem, re.IGNORECASE):
            return Place(None, path, why="nothing says whose it is")
        what = f"(?P<what>{spelled})"
        for pattern in (rf"(?P<who>.+?)[-_. ]+{what}", rf"{what}[-_. ]+(?P<who>.+)"):
            found = re.fullmatch(pattern, stem, re.IGNORECASE)
            if found:
                who, own = found["who"], found["what"] + name[len(stem) :]
                return _placed(Whose("file", who, who, f"its name: {who}"), own)
    return _placed(Whose("file", stem, stem, f"its name: {stem}"), name)


def _placed(whose: Whose, own: str, *, marked_late: bool = False, attachment: int = 0) -> Place:
    _, again = without_number(own.rpartition("/")[2])
    return Place(whose, own, marked_late, (attachment, again))


def _of_lms(name: str) -> bool:
    patterns = (MOODLE_FOLDER, MOODLE_FLAT, MOODLE_TEXT, ANONYMOUS, CANVAS, CANVAS_TEXT)
    return any(pattern.fullmatch(name) for pattern in patterns)
