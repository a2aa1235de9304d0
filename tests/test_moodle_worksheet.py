"""The Moodle worksheet: what is written reads back, and every other byte is theirs."""

import csv
import io
import re
from dataclasses import replace

import pytest
from classes import class_grades

from tfmdrill.course.outputs.moodle import filled_worksheet
from tfmdrill.errors import UsageError

HEADER = (
    "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,"
    "Last modified (submission),Last modified (grade),Feedback comments"
)
ROWS = (
    'Participant 500,"Lovelace, Ada",a@x,"Submitted - ",,"100,00",Yes,"Tuesday, 3 ""x""",-,',
    'Participant 501,O\'Neil,b@x,Submitted,,"100,00",Yes,-,-,',
    'Participant 503,=HYPER,c@x,Submitted,"12,00","100,00",Yes,-,-,old words',
    'Participant 506,Locked,d@x,Submitted,"3,00","100,00",No,-,-,stays',
    'Participant 999,Nobody,e@x,No submission,,"100,00",Yes,-,-,',
)
WORKSHEET = "\ufeff" + "\r\n".join([HEADER, *ROWS]) + "\r\n"


def filled(text: str = WORKSHEET) -> str:
    return filled_worksheet(text.encode(), class_grades(), name="sheet.csv").decode()


def table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline="")))


def test_grades_are_scaled_to_their_maximum_in_their_decimals() -> None:
    rows = table(filled())
    assert rows[0]["Grade"] == "100,00"  # 10 of 10 points
    assert rows[1]["Grade"] == "53,60"
    assert rows[1]["Feedback comments"].startswith("attention-masks 3.36: The mask is applied")


def test_whoever_has_no_number_or_is_locked_or_unknown_keeps_the_row() -> None:
    before, after = table(WORKSHEET), table(filled())
    assert after[2:] == before[2:]  # regrade, locked, nobody of the class


def test_every_other_byte_stays() -> None:
    """The oracle: taking out what was written gives back what was there."""
    text = filled()
    assert text.startswith("\ufeff")
    assert text.count("\r\n") == WORKSHEET.count("\r\n")
    assert text.count("\n") == text.count("\r\n")
    before, after = WORKSHEET.split("\r\n"), text.split("\r\n")
    assert [before[0], *before[3:]] == [after[0], *after[3:]]
    first = re.sub(r'"100,00","100,00",Yes', ',"100,00",Yes', after[1])
    assert re.sub(r"attention-masks.*$", "", first) == before[1]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("last", ["", "end"])
def test_line_ends_are_kept_as_they_are(end: str, last: str) -> None:
    text = f"Identifier,Grade{end}Participant 500,{end}Participant 501,7{last and end}"
    assert filled(text) == (
        f"Identifier,Grade{end}Participant 500,10.00{end}Participant 501,5.36{last and end}"
    )


def test_a_worksheet_in_another_language_is_filled_in() -> None:
    text = 'ID;"Bewertung";"Feedback als Kommentar"\nTeilnehmer/in500;"";""\n'
    assert filled(text) == (
        'ID;"Bewertung";"Feedback als Kommentar"\nTeilnehmer/in500;"10.00";'
        '"attention-masks 8.00; rope 2.00"\n'
    )


def test_feedback_is_no_markup() -> None:
    grades = class_grades()
    second = grades.grades[2]
    assert second.counted is not None
    assert second.counted.result is not None
    named = replace(second.counted.result.report.diagnoses[0], says="<b>bold</b> & =1")
    report = replace(second.counted.result.report, diagnoses=(named,))
    counted = replace(second.counted, result=replace(second.counted.result, report=report))
    changed = (*grades.grades[:2], replace(second, counted=counted), *grades.grades[3:])
    sheet = b"Identifier,Grade,Feedback comments\nParticipant 501,,\n"
    text = filled_worksheet(sheet, replace(grades, grades=changed), name="sheet.csv").decode()
    assert "&lt;b&gt;bold&lt;/b&gt; &amp; =1" in text


@pytest.mark.parametrize("bad", ["", "Name,Points\nAda,3\n", "\x00", '"never closed'])
def test_what_is_no_worksheet_is_refused_in_a_sentence(bad: str) -> None:
    with pytest.raises(UsageError, match=r"sheet.csv has no column Grade"):
        filled(bad)


def test_bytes_that_are_no_utf8_are_refused() -> None:
    with pytest.raises(UsageError, match="isn't UTF-8"):
        filled_worksheet(b"\xff\xfe,", class_grades(), name="sheet.csv")
