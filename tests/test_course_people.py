"""Who is meant: by id, e-mail, name, group or pseudonym; nobody is taken for another silently."""

import pytest

from tfmdrill.course.people import People, find_student, pseudonyms_for, spellings
from tfmdrill.course.reading.names import Whose
from tfmdrill.course.reading.tables import RosterRow
from tfmdrill.errors import UsageError

ROSTER = (
    RosterRow("47", "Lovelace, Ada", "ada@example.org", (("canvas", "47"), ("sis", "s47"))),
    RosterRow("48", "Babbage, Charles", "cb@example.org", (("canvas", "48"),)),
    RosterRow("49", "Kim, Min", "k1@example.org", (("canvas", "49"),)),
    RosterRow("50", "Kim, Min", "k2@example.org", (("canvas", "50"),)),
)
KEY = "0123456789abcdef"


def canvas(id: str, name: str = "x") -> Whose:
    return Whose("canvas", id, name, "")


def test_an_id_comes_before_a_name() -> None:
    people = People(ROSTER, (), closed=True)
    assert people.of(canvas("47", "babbagecharles")) == (("47",), "")
    assert people.of(Whose("folder", "ADA@example.org", "", ""))[0] == ("47",)
    assert people.of(Whose("folder", "Charles Babbage", "Charles Babbage", ""))[0] == ("48",)
    assert people.of(Whose("gradescope", "s47", "", ""))[0] == ("47",)
    assert people.of(Whose("gradescope", "?", "", ""), "cb@example.org")[0] == ("48",)


def test_nobody_and_two_of_one_name_are_said() -> None:
    people = People(ROSTER, (), closed=True)
    assert "nobody in the roster" in people.of(canvas("1", "stranger"))[1]
    assert "several students" in people.of(canvas("1", "kimmin"))[1]
    with pytest.raises(UsageError, match="several students"):
        people.named("Min Kim")
    with pytest.raises(UsageError, match="nobody in the roster"):
        people.named("stranger")


def test_without_a_roster_whoever_hands_in_is_a_student() -> None:
    people = People((), (), closed=False)
    assert people.of(canvas("47", "lovelaceada"))[0] == ("canvas-47",)
    assert people.of(Whose("folder", "ada", "ada", ""))[0] == ("ada",)
    assert [s.key for s in people.students(KEY)] == ["ada", "canvas-47"]


def test_one_of_a_group_hands_in_for_all() -> None:
    people = People(ROSTER, (("Team 7", ("ada@example.org", "48")),), closed=True)
    assert people.of(canvas("48"))[0] == ("47", "48")
    assert people.of(Whose("moodle", "9", "team 7", ""))[0] == ("47", "48")
    assert people.of(canvas("49"))[0] == ("49",)
    groups = {s.key: s.group for s in people.students(KEY)}
    assert groups == {"47": "Team 7", "48": "Team 7", "49": "", "50": ""}
    with pytest.raises(UsageError, match=r"groups\.Team 7: nobody in the roster is 'x'"):
        People(ROSTER, (("Team 7", ("x",)),), closed=True)


def test_pseudonyms_are_unique_and_depend_on_the_secret() -> None:
    keys = [str(n) for n in range(20_000)]  # enough for six digits to meet
    found = pseudonyms_for(keys, KEY)
    assert len(set(found.values())) == len(keys)
    assert found == pseudonyms_for(keys, KEY)
    assert found["1"] != pseudonyms_for(keys, "another secret key")["1"]


def test_the_instructor_finds_a_student_by_whatever_they_see() -> None:
    students = People(ROSTER, (), closed=True).students(KEY)
    ada = students[0]
    for text in ("47", "Ada Lovelace", "lovelace, ada", "ada@EXAMPLE.org", ada.pseudonym, "s47"):
        assert find_student(students, text) == ada
    with pytest.raises(UsageError, match="no student"):
        find_student(students, "x")
    with pytest.raises(UsageError, match="fits 2 students"):
        find_student(students, "Min Kim")


def test_names_are_found_first_or_last_name_first() -> None:
    assert set(spellings("María José de la Cruz")) & set(spellings("de la Cruz, María José"))
    assert set(spellings("王小明")) == {"王小明"}
