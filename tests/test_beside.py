"""After a pass, both sources stand beside each other where the terminal is wide enough."""

from reports import passed_report
from screens import shown, widest_line

from tfmdrill.model.report import SideBySide
from tfmdrill.render.beside import print_beside


def test_sources_stand_beside_each_other_on_a_wide_terminal() -> None:
    screen = shown(print_beside, passed_report().beside, width=140)
    assert any(line.count("def masked_attention") == 2 for line in screen.split("\n"))


def test_sources_stand_one_above_the_other_on_a_narrow_one() -> None:
    screen = shown(print_beside, passed_report().beside, width=60)
    assert not any(line.count("def masked_attention") == 2 for line in screen.split("\n"))
    assert screen.count("def masked_attention") == 2


def test_long_line_of_one_source_leaves_the_other_together() -> None:
    beside = SideBySide(0.1, 0.1, 1, 1, "x = 1  # " + "long " * 60 + "\ny = 2\n", "one\ntwo\n")
    lines = shown(print_beside, beside, width=120).split("\n")
    (first,) = [n for n, line in enumerate(lines) if line.rstrip().endswith("one")]
    assert lines[first + 1].rstrip().endswith("two")


def test_source_is_shown_as_text_with_its_indentation() -> None:
    source = 'def f():\n    return "[bold]\x1b[31m" + ":smile:"\n' + "    # " + "long " * 40
    beside = SideBySide(0.001, 0.001, 1, 1, source, source)
    for width in (60, 140):
        screen = shown(print_beside, beside, width=width)
        assert '    return "[bold]\\x1b[31m" + ":smile:"' in screen
        assert widest_line(screen) <= width
