"""Downloads as LMSs give them, and archives that mean harm: what is read, and what is said."""

import io
import os
import stat
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tfmdrill.config import ArchiveLimits, Limits
from tfmdrill.course.reading.archives import Found
from tfmdrill.course.reading.download import files_of
from tfmdrill.course.reading.gradescope import read_metadata
from tfmdrill.course.reading.names import own_name, place_of, without_number, without_wrapping
from tfmdrill.course.reading.tables import read_roster
from tfmdrill.errors import UsageError
from tfmdrill.model.course import Layout

CODE = b"x = 1\n"
NAMES = ("rope", "attention_masks")


def zipped(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def read_zip(folder: Path, data: bytes, **limits: int) -> dict[str, Found]:
    path = folder / "submissions.zip"
    path.write_bytes(data)
    found = list(files_of(path, limits=Limits(), archives=ArchiveLimits(**limits)))
    assert len({each.path for each in found}) == len(found) or any(f.refused for f in found)
    return {each.path: each for each in found}


def read_folder(folder: Path) -> dict[str, Found]:
    return {each.path: each for each in files_of(folder, limits=Limits())}


def test_a_zip_and_its_folder_are_the_same(tmp_path: Path) -> None:
    files = {"ada/rope.py": CODE, "ada/deep/x.ipynb": b"{}", "bob/rope.PY": b"y"}
    for name, data in files.items():
        path = tmp_path / "folder" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    from_folder = read_folder(tmp_path / "folder")
    from_zip = read_zip(tmp_path, zipped(files))
    assert from_folder == from_zip
    assert {path: each.data for path, each in from_zip.items()} == files


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("../../evil.py", "leads out of its archive"),
        ("ada/../../evil.py", "leads out of its archive"),
        ("..\\evil.py", "leads out of its archive"),
        ("/etc/evil.py", "absolute path"),
        ("C:/evil.py", "absolute path"),
        ("notes.txt", "neither Python"),
        ("answer.tar.gz", "an archive that isn't opened"),
    ],
)
def test_what_an_archive_must_not_do_is_said_and_the_rest_is_read(
    tmp_path: Path, name: str, says: str
) -> None:
    found = read_zip(tmp_path / ".", zipped({name: CODE, "ada/rope.py": CODE}))
    refused = [each for each in found.values() if each.refused]
    assert len(refused) == 1
    assert says in refused[0].refused
    assert found["ada/rope.py"].data == CODE
    assert [path.name for path in tmp_path.iterdir()] == ["submissions.zip"], "nothing is written"


def test_links_in_an_archive_are_refused(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        link = zipfile.ZipInfo("ada/rope.py")
        link.create_system = 3
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
    assert "a link" in read_zip(tmp_path, buffer.getvalue())["ada/rope.py"].refused


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("second", ["ada/rope.py", "ada/ROPE.py", "ADA/rope.py"])
def test_a_name_that_is_there_twice_counts_for_nobody(tmp_path: Path, second: str) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("ada/rope.py", "x = 1")
        archive.writestr(second, "x = 2")
    found = list(read_zip(tmp_path, buffer.getvalue()).values())
    assert all("twice" in each.refused for each in found)


def test_a_bomb_is_unpacked_no_further_than_the_limits(tmp_path: Path) -> None:
    data = zipped({f"s{i}/bomb.py": b"\0" * 50_000_000 for i in range(4)})
    found = read_zip(tmp_path, data, total_bytes=5_000_000)
    most = Limits().source_bytes + 1
    assert [len(each.data) for each in found.values()] == [most, most, 0, 0]
    assert "unpacks to more than" in found["s2/bomb.py"].refused, "never a part of a file"


def test_too_many_files_are_no_class(tmp_path: Path) -> None:
    files = {f"{i}.py": CODE for i in range(30)}
    with pytest.raises(UsageError, match="a zip of 30 files"):
        read_zip(tmp_path, zipped(files), files=20)
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "0-ada").mkdir()
    for name in ("x.py", "y.py"):
        (tmp_path / "0-ada" / name).write_bytes(CODE)
    archives = ArchiveLimits(files=20)
    with pytest.raises(UsageError, match=r"more than 20 files \(2 of them in 0-ada\)"):
        list(files_of(tmp_path, limits=Limits(), archives=archives))


@pytest.mark.parametrize("wrapping", ["", "hw 2/download/"])
def test_one_students_folder_uses_up_nothing_of_the_others(tmp_path: Path, wrapping: str) -> None:
    files = [f"bob/env/{i}/{j}.py" for i in range(4) for j in range(10)]
    files += [f"{name}/{i}.py" for name in ("ada", "eve") for i in range(20)]
    for name in files:
        path = tmp_path / wrapping / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(CODE)
    archives = ArchiveLimits(files=45, nested_files=20)
    found = {each.path: each for each in files_of(tmp_path, limits=Limits(), archives=archives)}
    assert "a folder of more than 20 files" in found.pop(f"{wrapping}bob/").refused
    assert set(found) == {f"{wrapping}{name}" for name in files if not name.startswith("bob")}
    assert {each.data for each in found.values()} == {CODE}
    packed = zipped({f"{wrapping}{name}": CODE for name in files})
    in_zip = read_zip(tmp_path, packed, files=45, nested_files=20)
    assert "a folder of more than 20 files" in in_zip.pop(f"{wrapping}bob/").refused
    assert in_zip == found


def test_one_students_zip_uses_up_nothing_of_the_others(tmp_path: Path) -> None:
    many = zipped({f"{i}.py": CODE for i in range(30)})
    large = zipped({f"{i}.py": b"#" * 1000 for i in range(10)})
    data = zipped({"a.zip": many, "b.zip": large, "c.zip": large, "d.zip": zipped({"x.py": CODE})})
    limits = {"files": 20, "nested_files": 20, "nested_total_bytes": 5500, "total_bytes": 6000}
    found = read_zip(tmp_path, data, **limits)
    assert "a zip of 30 files" in found["a.zip"].refused
    for name in ("b.zip", "c.zip"):
        own = [each for path, each in found.items() if path.startswith(name)]
        assert [bool(each.refused) for each in own] == [False] * 5 + [True] * 5
        assert all(len(each.data) == 1000 for each in own[:5])
    assert found["d.zip/x.py"].data == CODE


def test_a_list_of_contents_without_end_is_not_read(tmp_path: Path) -> None:
    many = zipped({f"{i}.py": CODE for i in range(3000)})
    found = read_zip(tmp_path, zipped({"a.zip": many, "b.py": CODE}), listing_bytes=100_000)
    assert "far too many files" in found["a.zip"].refused
    assert found["b.py"].data == CODE


def test_a_students_zip_is_opened_and_one_within_it_is_not(tmp_path: Path) -> None:
    inner = zipped({"hw/rope.py": CODE, "more.zip": zipped({"x.py": CODE})})
    found = read_zip(tmp_path, zipped({"ada.zip": inner, "bad.zip": b"PK not a zip"}))
    assert found["ada.zip/hw/rope.py"].data == CODE
    assert "a zip within a zip" in found["ada.zip/more.zip"].refused
    assert "can't be opened" in found["bad.zip"].refused


def test_a_broken_entry_costs_only_itself(tmp_path: Path) -> None:
    data = bytearray(zipped({"ada.py": b"a = 1\n" * 100, "bob.py": CODE}))
    start = data.index(b"ada.py") + len("ada.py")
    data[start : start + 8] = b"\xff" * 8
    found = read_zip(tmp_path, bytes(data))
    assert "broken in its archive" in found["ada.py"].refused
    assert found["bob.py"].data == CODE


def test_a_password_is_said(tmp_path: Path) -> None:
    data = bytearray(zipped({"ada.py": CODE}))
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + place] |= 1
    assert "password" in read_zip(tmp_path, bytes(data))["ada.py"].refused


def test_links_pipes_and_devices_in_a_folder_are_not_opened(tmp_path: Path) -> None:
    secret = tmp_path / "secret.py"
    secret.write_bytes(b"secret = 1\n")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "link.py").symlink_to(secret)
    (folder / "up").symlink_to(tmp_path)
    os.mkfifo(folder / "pipe.py")
    (folder / "ada.py").write_bytes(CODE)
    found = read_folder(folder)
    assert set(found) == {"link.py", "up", "pipe.py", "ada.py"}
    assert "a link" in found["link.py"].refused
    assert "a link" in found["up"].refused
    assert "a pipe" in found["pipe.py"].refused
    assert found["ada.py"].data == CODE


def test_clutter_is_left_out(tmp_path: Path) -> None:
    names = ("__MACOSX/ada/._rope.py", ".DS_Store", "ada/.ipynb_checkpoints/x.ipynb", "ada/._x.py")
    names += ("ada/.venv/lib/python3.11/site-packages/torch/functional.py",)
    assert read_zip(tmp_path, zipped(dict.fromkeys(names, CODE))) == {}


@pytest.mark.parametrize("name", ["nothing", "file.py", "broken.zip"])
def test_what_is_no_download_is_said(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    if name != "nothing":
        path.write_bytes(b"x")
    with pytest.raises(UsageError, match=name):
        list(files_of(path, limits=Limits()))


def placed(path: str, layout: Layout = Layout.AUTO) -> tuple[str, str, str, bool]:
    place = place_of(path, layout, NAMES)
    assert place.whose is not None, place.why
    return place.whose.system, place.whose.id, place.own, place.marked_late


# Written by hand after lib/content_zipper.rb and mod/assign/classes/downloader.php.
@pytest.mark.parametrize(
    ("path", "system", "id", "own", "late"),
    [
        ("lovelaceada_4711_90210_rope.py", "canvas", "4711", "rope.py", False),
        ("lovelaceada_LATE_4711_90210_my_rope_2.py", "canvas", "4711", "my_rope_2.py", True),
        ("müllerjürgen_12_34_a_5_6_b.py", "canvas", "12", "a_5_6_b.py", False),
        ("LATE_anon_Xy3_90_rope.py", "canvas-anonymous", "Xy3", "rope.py", True),
        ("lovelaceada_47_90210_hw.zip/src/rope.py", "canvas", "47", "hw.zip/src/rope.py", False),
        ("Ada Lovelace_815_assignsubmission_file/hw/rope.py", "moodle", "815", "hw/rope.py", False),
        ("Ada Lovelace_815_assignsubmission_file_/rope.py", "moodle", "815", "rope.py", False),
        ("Ada Lovelace_815_assignsubmission_file_rope.py", "moodle", "815", "rope.py", False),
        ("Participant_815_assignsubmission_file/rope.py", "moodle", "815", "rope.py", False),
        ("ada/hw/rope.py", "folder", "ada", "hw/rope.py", False),
        ("ada.zip/rope.py", "folder", "ada", "rope.py", False),
        ("ada_rope.py", "file", "ada", "rope.py", False),
        ("rope-ada lovelace.py", "file", "ada lovelace", "rope.py", False),
        ("ada_attention-masks.ipynb", "file", "ada", "attention-masks.ipynb", False),
        ("ada.py", "file", "ada", "ada.py", False),
    ],
)  # fmt: skip
def test_a_path_says_whose_it_is(path: str, system: str, id: str, own: str, late: bool) -> None:
    assert placed(path) == (system, id, own, late)


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("lovelaceada_4711_text.html", "typed into the LMS"),
        ("Ada_815_assignsubmission_onlinetext/onlinetext.html", "typed into the LMS"),
        ("rope.py", "nothing says whose"),
        ("attention masks.py", "nothing says whose"),
    ],
)
def test_a_path_of_nobody_says_why(path: str, why: str) -> None:
    place = place_of(path, Layout.AUTO, NAMES)
    assert place.whose is None
    assert why in place.why


def test_a_layout_that_is_told_is_not_guessed() -> None:
    assert placed("ada_12_34_rope.py", Layout.PLAIN)[:2] == ("file", "ada_12_34")
    assert place_of("ada/rope.py", Layout.CANVAS, NAMES).whose is None
    assert place_of("ada_rope.py", Layout.FOLDERS, NAMES).whose is None


def test_numbers_of_handing_in_again() -> None:
    assert without_number("rope-1.py") == ("rope.py", 1)
    assert without_number("rope (2).py") == ("rope.py", 2)
    assert without_number("top-k.py") == ("top-k.py", 0)
    assert own_name("x/lovelaceada_LATE_1_2_rope.py") == "rope.py"


@pytest.mark.parametrize(
    ("paths", "prefix"),
    [
        (["hw/ada/rope.py", "hw/bob/rope.py"], "hw/"),
        (["a/b/ada/rope.py", "a/b/bob/rope.py"], "a/b/"),
        (["dl/lovelaceada_1_2_rope.py", "dl/x_3_4_rope.py"], "dl/"),
        (["ada/rope.py", "ada/softmax.py"], ""),
        (["ada/rope.py", "bob/rope.py"], ""),
        (["Ada_1_assignsubmission_file/rope.py"], ""),
        (["rope.py"], ""),
        ([], ""),
    ],
)
def test_folders_round_the_download_are_taken_away(paths: list[str], prefix: str) -> None:
    assert without_wrapping(paths) == prefix


def test_gradescope_metadata_names_everyone_of_a_group() -> None:
    text = b"""---
submission_77:
  :submitters:
  - :name: "O'Brien, Se\\u00e1n"
    :sid: '0012'
    :email: sean@example.org
  - :name: Ada
    :email: ada@example.org
  :created_at: 2026-10-12 21:30:00.123456 Z
  :score: 3
submission_78:
  :submitters: []
"""
    found = read_metadata(text, "x.yml")
    assert [whose.id for whose in found["submission_77"].submitters] == ["0012", "ada@example.org"]
    assert found["submission_77"].submitted == datetime(2026, 10, 12, 21, 30, 0, 123456, UTC)
    assert found["submission_78"].submitters == ()


@pytest.mark.parametrize(
    "text", [b"- a\n- b\n", b"a: [", b"!!python/object/apply:os.system [echo]\n", b"\xff\xfe\x00"]
)
def test_metadata_that_is_none_is_said(text: bytes) -> None:
    with pytest.raises(UsageError, match=r"x\.yml: not the metadata"):
        read_metadata(text, "x.yml")


ROSTERS = {
    "Student,ID,SIS User ID,SIS Login ID,Section,HW (1)\n    Points Possible,,,,,10\n"
    '"Lovelace, Ada",4711,s1,ada@example.org,A,\n"Student, Test",99,,,A,\n': (
        "4711", "Lovelace, Ada", "ada@example.org", "canvas",
    ),
    "\ufeffIdentifier,Full name,Email address,Status,Grade\r\n"
    "Participant 815,Ada Lovelace,ada@example.org,,\r\n": (
        "815", "Ada Lovelace", "ada@example.org", "moodle",
    ),
    "First Name,Last Name,SID,Email\nAda,Lovelace,0012,ada@example.org\n": (
        "0012", "Ada Lovelace", "ada@example.org", "gradescope",
    ),
    "id;name;email\na1;Ada Lovelace;ada@example.org\n": (
        "a1", "Ada Lovelace", "ada@example.org", "",
    ),
}  # fmt: skip


@pytest.mark.parametrize("text", ROSTERS)
def test_rosters_of_every_lms(tmp_path: Path, text: str) -> None:
    (tmp_path / "roster.csv").write_text(text, "utf-8", newline="")
    (row,) = read_roster(tmp_path / "roster.csv")
    key, name, email, system = ROSTERS[text]
    assert (row.key, row.name, row.email) == (key, name, email)
    assert not system or (system, key) in row.ids


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"id,name\na,Ada\na,Bob\n", "line 3: 'a' is in line 2 already"),
        (b"id,name\n", "names no students"),
        (b"", "names no students"),
        (b"\xff\xfei\x00d\x00", "isn't UTF-8"),
        (b"x,y\n1,2\n", "line 2: names nobody"),
    ],
)
def test_a_roster_that_is_none_is_said(tmp_path: Path, text: bytes, says: str) -> None:
    (tmp_path / "roster.csv").write_bytes(text)
    with pytest.raises(UsageError, match=r"roster\.csv") as caught:
        read_roster(tmp_path / "roster.csv")
    assert says in str(caught.value)
