"""The tables of a graded class, read back by Python's csv and by LibreOffice."""

import csv
import io
import json
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest
from classes import NAMES, class_grades

from tfmdrill.course.outputs.account import grades_json
from tfmdrill.course.outputs.canvas import canvas_csv
from tfmdrill.course.outputs.cells import cell, file_name, table
from tfmdrill.course.outputs.table import grades_csv, timings_csv, unmatched_csv

FORMULA = tuple("=+-@\t\r\uff1d\uff0b\uff0d\uff20")
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
CALC = shutil.which("soffice") or shutil.which("libreoffice")


def read(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


@pytest.mark.parametrize("write", [grades_csv, canvas_csv, unmatched_csv, timings_csv])
def test_every_cell_is_inert_and_every_row_whole(write) -> None:
    rows = read(write(class_grades()))
    assert len({len(row) for row in rows}) == 1
    for row in rows:
        for found in row:
            assert not found.startswith(FORMULA), found
            assert found.isprintable(), found


def test_names_come_back_as_they_are_unless_they_act() -> None:
    names = [row[1] for row in read(grades_csv(class_grades()))[1:]]
    for name in ("Lovelace, Ada", 'O\'Neil, Ann "Annie"', "王小明", "محمد علي", "x" * 200):
        assert names[NAMES.index(name)] == name
    assert names[NAMES.index("+1+1")] == "'+1+1"
    assert names[NAMES.index("\t=1+1")] == "'=1+1"
    assert names[NAMES.index("right \u202e to left")] == "right \\u202e to left"
    assert names[NAMES.index("half \ud800 of a pair")] == "half \\ud800 of a pair"


def test_what_other_countries_take_for_a_cell_is_inert_too() -> None:
    assert cell("a;=1+1; -2;b;c") == "a;'=1+1;' -2;b;c"


@pytest.mark.parametrize("text", ["=1", " =1", "\n=1", "\x00=1", "\u200b=1", "\ufeff=1", "\r\n@x"])
def test_nothing_before_a_formula_lets_it_act(text: str) -> None:
    assert not cell(text).lstrip().startswith(FORMULA)


def test_a_grade_without_a_number_says_why() -> None:
    rows = list(csv.DictReader(io.StringIO(grades_csv(class_grades()))))
    assert rows[3]["attention-masks final"] == "regrade"
    assert rows[3]["attention-masks raw"] == ""
    assert rows[3]["total"] == "regrade"
    assert rows[9]["total"] == "regrade"  # the other problem is unmatched: the fault comes first
    assert rows[14]["total"] == "unmatched"
    assert rows[4]["attention-masks final"] == "0.00"
    assert (rows[4]["attention-masks status"], rows[4]["total"]) == ("missing", "unmatched")


def test_raw_penalty_and_final_are_kept_apart() -> None:
    row = list(csv.DictReader(io.StringIO(grades_csv(class_grades()))))[1]
    found = [row[f"attention-masks {column}"] for column in ("raw", "penalty", "final")]
    assert found == ["4.96", "1.60", "3.36"]
    assert row["attention-masks mistake"] == "mask-after-softmax"
    override = list(csv.DictReader(io.StringIO(grades_csv(class_grades()))))[5]
    assert override["attention-masks note"] == "override: =a <b>fair</b> reason"


def test_canvas_takes_the_header_the_ids_and_only_known_totals() -> None:
    rows = read(canvas_csv(class_grades()))
    assert rows[0][:2] == ["Student", "ID"]
    assert rows[0][-2] == "Section"
    assert rows[1][0] == "Points Possible"
    ids = [row[1] for row in rows[2:]]
    assert "9000" in ids
    assert "9003" not in ids  # regrade: a blank cell would delete what is there
    assert all(row[-1].replace(".", "", 1).isdigit() for row in rows[1:])


def test_timings_list_the_slowest_first() -> None:
    walls = [
        float(row["wall_s"]) for row in csv.DictReader(io.StringIO(timings_csv(class_grades())))
    ]
    assert walls == sorted(walls, reverse=True)
    assert len(walls) > 10


def test_file_names_are_safe_and_each_students_own() -> None:
    names = [file_name(name, f"k{i}") for i, name in enumerate(NAMES)]
    assert len({name.casefold() for name in names}) == len(NAMES)
    for name in names:
        assert 0 < len(name.encode()) < 200
        assert not set(name) & set('/\\:*?"<>|\0. ')
        assert name.upper() not in ("CON", "NUL", "AUX")


def test_the_json_is_strict_ascii_and_complete() -> None:
    def refuse(word: str) -> None:
        raise AssertionError(word)

    text = grades_json(class_grades())
    assert text.isascii()
    document = json.loads(text, parse_constant=refuse)
    text.encode("utf-8")
    assert len(document["students"]) == len(NAMES)
    first, second = document["students"][1]["grades"]
    assert first["counted"] == 1
    assert first["attempts"][0]["outcome"] is None
    assert first["attempts"][1]["mistakes"][0]["bug"] == "mask-after-softmax"
    assert second["final"] == 2.0
    hidden = {
        c["id"]: c["hidden"] for c in document["students"][2]["grades"][0]["attempts"][0]["checks"]
    }
    assert hidden == {
        "plain": False,
        "causal": False,
        "padded": False,
        "edge-secret": True,
        "gradient": True,
    }


def formulas_and_texts(
    text: str, folder: Path, separators: str = "44"
) -> tuple[list[str], set[str]]:
    """What LibreOffice makes of a CSV when it is told to compute formulas, as a person may.

    separators: codes of characters: 44 is the comma, 59 the semicolon.
    """
    folder.mkdir()
    (folder / "grades.csv").write_text(text, encoding="utf-8")
    profile = (folder / "profile").as_uri()
    options = f"CSV:{separators},34,76,1,,0,false,true,false,true"  # quote, UTF-8, ..., formulas
    subprocess.run(
        [CALC, "--headless", f"-env:UserInstallation={profile}", f"--infilter={options}",
         "--convert-to", "fods", "--outdir", str(folder), str(folder / "grades.csv")],
        check=True, capture_output=True, timeout=180,
    )  # fmt: skip
    root = ElementTree.parse(folder / "grades.fods").getroot()
    cells = list(root.iter(f"{TABLE}table-cell"))
    formulas = [value for c in cells if (value := c.get(f"{TABLE}formula"))]
    return formulas, {"".join(c.itertext()).strip() for c in cells}


@pytest.mark.slow
@pytest.mark.skipif(CALC is None, reason="no LibreOffice on this machine")
@pytest.mark.parametrize("write", [grades_csv, canvas_csv])
def test_libreoffice_computes_nothing_and_keeps_names_whole(write, tmp_path: Path) -> None:
    text = write(class_grades())
    formulas, shown = formulas_and_texts(text, tmp_path / "ours")
    assert formulas == []
    for name in ("Lovelace, Ada", "Müller, Jürgen; Straße", "王小明", "محمد علي", "x" * 200):
        assert name in shown or name not in text
    assert any(found.lstrip("'") == '=HYPERLINK("http://example.org";"click")' for found in shown)
    # What the oracle is worth: it does compute a cell that isn't inert.
    assert formulas_and_texts("name\n=1+1\n", tmp_path / "control")[0] == ["of:=1+1"]


@pytest.mark.slow
@pytest.mark.skipif(CALC is None, reason="no LibreOffice on this machine")
@pytest.mark.parametrize("separators", ["59", "44/59"])
def test_libreoffice_computes_nothing_where_semicolons_divide(
    separators: str, tmp_path: Path
) -> None:
    name = "a;=1+1;b; @SUM(1;2);c"
    ours = table(("id", "name", "of"), [("1", cell(name), "x")])
    assert formulas_and_texts(ours, tmp_path / "ours", separators)[0] == []
    bare = table(("id", "name", "of"), [("1", name, "x")])
    assert "of:=1+1" in formulas_and_texts(bare, tmp_path / "control", separators)[0]
