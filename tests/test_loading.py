"""A problem's files become values of the model, or an error that says what to change."""

from pathlib import Path

import pytest
from problem_files import changed_pack

from tfmdrill.catalogue import (
    load_bugs,
    load_hints,
    load_problem,
    load_questions,
    load_statement,
)
from tfmdrill.errors import ProblemError
from tfmdrill.model.problem import (
    Axis,
    AxisRole,
    BugKind,
    Difficulty,
    Framework,
    Parameter,
    Problem,
    Returned,
)

PROBLEM = "problems/double-it/problem.toml"
HINTS = "problems/double-it/hints.md"
QUESTIONS = "problems/double-it/questions.toml"
BUGS = "graders/double-it/bugs.toml"


def loaded(folder: Path, name: str, old: str, new: str) -> Problem:
    return load_problem(changed_pack(folder, name, old, new), "double-it")


def test_problem_toml_is_read_as_written(double_it: Problem) -> None:
    assert double_it.title == "Twice the values"
    assert double_it.difficulty is Difficulty.EASY
    assert double_it.frameworks == (Framework.TORCH, Framework.NUMPY)
    assert double_it.axis("B") == Axis("B", "batch", AxisRole.BATCH, empty=True)
    (entry,) = double_it.entries
    x, offset = entry.parameters
    assert x == Parameter("x", "float", "the values", ("B", "n"))
    assert (offset.keyword, offset.has_default, offset.default) == (True, True, 0.0)
    assert entry.returns == (Returned("out", "float", "2 x + offset", ("B", "n")),)


def test_alternatives_of_a_shape_stay_in_it(tmp_path: Path) -> None:
    problem = loaded(
        tmp_path, PROBLEM, 'shape = "B n"\nsays = "the values"', 'shape = "n|B n"\nsays = "x"'
    )
    assert problem.entries[0].parameters[0].shape == ("n", "|", "B", "n")


def test_an_array_of_a_default_becomes_a_tuple(tmp_path: Path) -> None:
    problem = loaded(
        tmp_path,
        PROBLEM,
        'type = "float"\ndefault = 0.0',
        'type = "tuple[float, float]"\ndefault = [0.9, 0.99]',
    )
    assert problem.entries[0].parameters[1].default == (0.9, 0.99)


def test_an_optional_parameter_defaults_to_none(tmp_path: Path) -> None:
    problem = loaded(tmp_path, PROBLEM, "default = 0.0", "optional = true")
    offset = problem.entries[0].parameters[1]
    assert (offset.optional, offset.has_default, offset.default) == (True, True, None)


CLASS = """
[[entry]]
name = "Doubler"
kind = "class"
says = "Remembers."

[[entry.method]]
name = "length"
says = "How many."
property = true
[[entry.method.returns]]
name = "length"
type = "int"
says = "how many"

[[entry]]
name = "double_it"
"""


def test_a_whole_module_may_be_forbidden(tmp_path: Path) -> None:
    problem = loaded(tmp_path, PROBLEM, '["softmax"]', '["torch.autograd", "softmax"]')
    assert problem.forbidden == ("torch.autograd", "softmax")


def test_a_class_has_methods_and_properties(tmp_path: Path) -> None:
    problem = loaded(tmp_path, PROBLEM, '[[entry]]\nname = "double_it"\n', CLASS)
    doubler = problem.entries[0]
    assert doubler.is_class
    assert doubler.methods[0].is_property


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("minutes = 2", "minutes = 0", "minutes: is 0, wanted at least 1"),
        (
            '["torch", "numpy"]',
            '["torch", "text"]',
            "frameworks: is .*wanted text alone, or torch and numpy",
        ),
        ('["torch", "numpy"]', "[]", "frameworks: is .*wanted one or more"),
        ('["torch", "numpy"]', '["numpy", "numpy"]', "frameworks: is .*each once"),
        ('["softmax"]', '["torch.softmax"]', "forbidden: is 'torch.softmax', wanted the last part"),
        ("B = {", "'B!' = {", "axes.B!: is 'B!', wanted a symbol"),
        ('name = "x"', 'name = "lambda"', "name: is 'lambda', wanted a Python name"),
        (
            'shape = "B n"\nsays = "the values"',
            'shape = "B q"\nsays = "the values"',
            r"entry\[0\].parameter\[0\].shape: is 'q', wanted an integer",
        ),
        (
            'shape = "B n"\nsays = "2',
            'shape = "B n | n"\nsays = "2',
            r"entry\[0\].returns\[0\].shape: is '|'",
        ),
        (
            'type = "float"\nshape = "B n"\nsays = "the',
            'type = "str"\nshape = "B n"\nsays = "the',
            "type: is 'str', wanted float, int or bool",
        ),
        ('type = "float"\ndefault', 'type = "list["\ndefault', "wanted a Python annotation"),
        ("default = 0.0", 'default = "0"', "default: is '0', wanted a value of type float"),
        ("default = 0.0", "default = true", "default: is True, wanted a value of type float"),
        ("default = 0.0", "default = 1.0\noptional = true", "an optional parameter's is None"),
        ('name = "offset"', 'name = "x"', "parameter: is 'x', wanted every name once"),
        ('name = "out"', 'name = "to be"', r"returns\[0\].name: is 'to be'"),
        ('says = "Every value times two', 'kind = "class"\nsays = "Every', "wanted none for a cl"),
        ("[axes]", 'prerequisites = ["A b"]\n[axes]', "prerequisites: is 'A b', wanted names"),
    ],
)
def test_what_does_not_fit_together_is_refused(
    tmp_path: Path, old: str, new: str, says: str
) -> None:
    with pytest.raises(ProblemError, match=says):
        loaded(tmp_path, PROBLEM, old, new)


ORDER = """
[[entry.parameter]]
name = "y"
type = "float"
says = "after a keyword"

[[entry.returns]]"""


def test_parameters_must_come_in_an_order_that_python_allows(tmp_path: Path) -> None:
    with pytest.raises(ProblemError, match="is 'y', wanted positional parameters first"):
        loaded(tmp_path, PROBLEM, "[[entry.returns]]", ORDER)


def test_a_required_parameter_may_not_follow_one_with_a_default(tmp_path: Path) -> None:
    problem_pack = changed_pack(tmp_path, PROBLEM, "keyword = true\n", "")
    path = problem_pack.problems_dir / "double-it/problem.toml"
    path.write_text(path.read_text().replace("[[entry.returns]]", ORDER))
    with pytest.raises(ProblemError, match="is 'y', wanted parameters with a default last"):
        load_problem(problem_pack, "double-it")


def test_a_folder_whose_name_is_no_slug_is_refused(tmp_path: Path) -> None:
    pack = changed_pack(tmp_path, PROBLEM, "minutes = 2", "minutes = 2")
    (pack.problems_dir / "double-it").rename(pack.problems_dir / "Double_It")
    with pytest.raises(ProblemError, match="the folder's name: is 'Double_It'"):
        load_problem(pack, "Double_It")


def test_the_statement_is_given_as_it_is(double_it: Problem) -> None:
    assert load_statement(double_it).startswith("# Twice the values\n")


def test_an_empty_statement_is_refused(double_it: Problem, tmp_path: Path) -> None:
    problem = loaded(tmp_path, PROBLEM, "minutes = 2", "minutes = 2")
    (problem.public_dir / "statement.md").write_text(" \n")
    with pytest.raises(ProblemError, match=r"statement.md: is empty"):
        load_statement(problem)


def test_the_three_hints_are_told_apart(double_it: Problem) -> None:
    hints = load_hints(double_it)
    assert hints.idea == "Multiplying by two is adding a value to itself."
    assert hints.shapes.startswith("What comes in")
    assert hints.steps == "1. Scale.\n2. Shift."


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("## Shapes", "## Form", "headings: is .*wanted exactly ## Idea, ## Shapes, ## Steps"),
        ("1. Scale.\n2. Shift.\n", "", "## Steps: is '', wanted a hint"),
    ],
)
def test_other_hints_are_refused(tmp_path: Path, old: str, new: str, says: str) -> None:
    problem = loaded(tmp_path, HINTS, old, new)
    with pytest.raises(ProblemError, match=says):
        load_hints(problem)


def test_questions_are_read_with_their_choices(double_it: Problem) -> None:
    first, second, *rest = load_questions(double_it)
    assert first.choices[first.answer or 0] == "It doubles"
    assert second.answer == 1
    assert [q.answer for q in rest] == [None, None]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("answer = 1\n", "answer = 2\n", r"question\[1\].answer: is 2, wanted .*0 to 1"),
        ("answer = 1\n", "", r"question\[1\].answer: is None, wanted answer together with choi"),
        (', "Right."]', "]", r"question\[1\].why: is .*one sentence a choice"),
        ('["There is no row; the result has shape (0, n)."]', "[]", r"question\[2\].good"),
        ('[[question]]\nask = "What would x *= 2 do to the caller?"\ngood', "xs", "xs: is no key"),
    ],
)
def test_questions_that_do_not_fit_are_refused(
    tmp_path: Path, old: str, new: str, says: str
) -> None:
    problem = loaded(tmp_path, QUESTIONS, old, new)
    with pytest.raises(ProblemError, match=says):
        load_questions(problem)


def test_fewer_than_four_questions_are_refused(tmp_path: Path) -> None:
    problem = loaded(tmp_path, QUESTIONS, "answer = 1\n", "answer = 1\n")
    path = problem.public_dir / "questions.toml"
    text = path.read_text()
    path.write_text(text[: text.rindex("[[question]]")])
    with pytest.raises(ProblemError, match="is '3 questions, 2 with choices', wanted at least 4"):
        load_questions(problem)


def test_bugs_are_read_with_their_patches(double_it: Problem) -> None:
    squared, ignored = load_bugs(double_it)
    assert squared.kind is BugKind.VALUE
    assert squared.replace == "    scaled = np.multiply(x, x)\n"
    assert ignored.id == "offset-ignored"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('id = "squared"', 'id = "offset-ignored"', "wanted an id that no other bug has"),
        ('id = "squared"', 'id = "Not A Slug"', "wanted an id of small letters"),
        ('id = "squared"', 'id = "squared"\nsame_as = ["cubed"]', "same_as: is 'cubed'"),
        ('id = "squared"', 'id = "squared"\nsame_as = ["squared"]', "the id of another bug"),
        ('id = "squared"', 'id = "squared"\nkind = "cost"', "find: is .*no patch: a cost bug"),
        ('id = "squared"', 'id = "squared"\nfile = "slow/x.py"', "file: is .*none for kind value"),
        (
            'id = "squared"',
            'id = "squared"\nsymptom = "wrong"',
            "symptom: is 'wrong', wanted given",
        ),
        ('id = "squared"', 'id = "squared"\nmodes = ["plain"]', "only gradient bugs to have modes"),
        ('id = "squared"', 'id = "squared"\ncosts = ["It is fast"]', "costs: is .*for cost bugs"),
        ("    return scaled + offset\n", "    return nothing\n", "occurs 0 times in reference.py"),
        ("    return scaled + offset\n", "\n", "wanted find and replace, whole lines"),
    ],
)
def test_bugs_that_do_not_fit_are_refused(tmp_path: Path, old: str, new: str, says: str) -> None:
    problem = loaded(tmp_path, BUGS, old, new)
    with pytest.raises(ProblemError, match=says):
        load_bugs(problem)


GRADIENT = """
[[bug]]
id = "detached"
says = "s"
because = "b"
fix = "f"
kind = "gradient"
file = "wrong/detached.py"
symptom = "missing"
modes = ["plain"]

[[bug]]
id = "squared"
"""


COST = """
[[bug]]
id = "slow"
says = "s"
because = "b"
fix = "f"
kind = "cost"
file = "slow/slow.py"
costs = ["It is fast"]

[[bug]]
id = "squared"
"""


def test_a_cost_bug_is_a_file_with_the_costs_that_it_fails(tmp_path: Path) -> None:
    problem = loaded(tmp_path, BUGS, '[[bug]]\nid = "squared"\n', COST)
    (problem.grader_dir / "slow").mkdir()
    (problem.grader_dir / "slow/slow.py").write_text("")
    slow = load_bugs(problem)[0]
    assert (slow.kind, slow.file, slow.costs) == ("cost", "slow/slow.py", ("It is fast",))
    path = problem.grader_dir / "bugs.toml"
    path.write_text(path.read_text().replace('costs = ["It is fast"]\n', ""))
    with pytest.raises(ProblemError, match=r"costs: is \[\], wanted the titles of the costs"):
        load_bugs(problem)


def test_a_gradient_bug_is_a_file_with_a_symptom(tmp_path: Path) -> None:
    problem = loaded(tmp_path, BUGS, '[[bug]]\nid = "squared"\n', GRADIENT)
    with pytest.raises(ProblemError, match=r"file: is 'wrong/detached.py', wanted a file in"):
        load_bugs(problem)
    (problem.grader_dir / "wrong").mkdir()
    (problem.grader_dir / "wrong/detached.py").write_text("")
    detached = load_bugs(problem)[0]
    assert (detached.kind, detached.symptom, detached.modes) == ("gradient", "missing", ("plain",))
