"""What counts as the right answer, and what is said of one that isn't. Expected by hand."""

import numpy as np
import pytest

from tfmdrill.grading.comparing import Fault, answers_agree, compare, compare_exception
from tfmdrill.grading.oracle import Answer, Expected
from tfmdrill.runner import Opaque, RemoteArray


def tensor(values, dtype="float32", library="torch"):
    kinds = {"float32": np.float32, "float64": np.float64, "int64": np.int64, "bool": np.bool_}
    return RemoteArray(np.asarray(values, kinds[dtype]), dtype, library)


def expected(value, *bounds):
    return Expected(Answer(value), bounds or (1e-6,))


FLOATS = np.array([[1.0, 2.0], [3.0, 4.0]])


@pytest.mark.parametrize(
    "got",
    [
        tensor(FLOATS),
        tensor(FLOATS, "float64"),
        tensor(FLOATS, library="numpy"),
        [[1.0, 2.0], [3.0, 4.0]],
        [tensor([1.0, 2.0]), tensor([3.0, 4.0])],
        tensor(FLOATS + 5e-7, "float64"),
    ],
    ids=["tensor", "wider", "other library", "nested list", "list of tensors", "within bound"],
)
def test_an_array_in_any_clothing_is_right(got):
    assert compare(got, expected(FLOATS)) is None


@pytest.mark.parametrize(
    ("got", "fault"),
    [
        ((tensor(FLOATS),), Fault.TYPE),
        (None, Fault.TYPE),
        (Opaque("generator", "a generator can't be sent"), Fault.TYPE),
        (tensor([[1, 2], [3, 4]], "int64"), Fault.TYPE),
        (tensor(FLOATS[None]), Fault.SHAPE),
        (tensor(FLOATS[:1]), Fault.SHAPE),
        (tensor(1.0), Fault.SHAPE),
        (tensor([[1.0, np.nan], [3.0, 4.0]]), Fault.PLACES),
        (tensor([[1.0, np.inf], [3.0, 4.0]]), Fault.PLACES),
        (tensor(FLOATS + 2e-6, "float64"), Fault.VALUES),
    ],
)
def test_an_array_that_is_not_right_is_told_by_its_first_fault(got, fault):
    mismatch = compare(got, expected(FLOATS))
    assert mismatch is not None
    assert mismatch.fault is fault


def test_nan_everywhere_and_infinities_of_the_wrong_sign_are_wrong():
    want = np.array([1.0, -np.inf, np.nan])
    assert compare(tensor([1.0, -np.inf, np.nan]), expected(want)) is None
    assert compare(tensor([np.nan] * 3), expected(want)).fault is Fault.PLACES
    assert compare(tensor([1.0, np.inf, np.nan]), expected(want)).fault is Fault.PLACES


def test_an_empty_array_is_compared_by_shape():
    assert compare(tensor(np.zeros((0, 5))), expected(np.zeros((0, 5)))) is None
    assert compare(tensor(np.zeros((1, 5))), expected(np.zeros((0, 5)))).fault is Fault.SHAPE
    assert compare(tensor(np.zeros((0,))), expected(np.zeros((0, 5)))).fault is Fault.SHAPE


def test_an_empty_list_is_compared_by_the_axes_that_it_has():
    assert compare([], expected(np.zeros((0, 5)))) is None
    assert compare([[], []], expected(np.zeros((2, 0, 5)))) is None
    assert compare([[]], expected(np.zeros((2, 0, 5)))).fault is Fault.SHAPE
    assert compare([], expected(np.zeros((2, 0, 5)))).fault is Fault.SHAPE


@pytest.mark.parametrize(
    "got", [0.5, tensor(0.5), RemoteArray(np.float32(0.5).reshape(()), "float32", "numpy", True)]
)
def test_a_scalar_may_be_a_number_or_have_no_axes(got):
    assert compare(got, expected(np.float64(0.5))) is None


def test_a_scalar_of_shape_1_is_wrong():
    assert compare(tensor([0.5]), expected(np.float64(0.5))).fault is Fault.SHAPE


@pytest.mark.parametrize(
    "got", [[3, 1], (3, 1), tensor([3, 1], "int64"), [tensor(3, "int64"), tensor(1, "int64")]]
)
def test_ids_may_be_any_flat_sequence_of_integers(got):
    assert compare(got, expected([3, 1])) is None


@pytest.mark.parametrize(
    ("got", "fault"),
    [
        ([3.0, 1.0], Fault.TYPE),
        ([True, True], Fault.TYPE),
        ([3], Fault.SHAPE),
        ([3, 2], Fault.VALUES),
        ("31", Fault.TYPE),
        ([[3, 1]], Fault.SHAPE),
    ],
)
def test_ids_that_are_not_right(got, fault):
    assert compare(got, expected([3, 1])).fault is fault


@pytest.mark.parametrize(
    ("want", "says"),
    [
        (np.array([3]), "is None, where an int array of shape (1,) is asked"),
        (np.array([0.5]), "is None, where a float array of shape (1,) is asked"),
    ],
)
def test_what_is_asked_has_its_article(want, says):
    assert says in compare(None, expected(want)).message


def test_what_came_has_its_article():
    due = Expected(Answer(raised=("ValueError",)), ())
    got = tensor([3], "int64")
    assert compare(got, due).message.startswith("returned an int64 tensor of shape (1,), but")


def test_an_exception_that_is_due_has_its_article():
    due = Expected(Answer(raised=("IndexError",)), ())
    says = "the contract asks for an IndexError"
    assert compare(1, due).message == f"returned a Python int (1), but {says}"
    assert compare_exception(("KeyError",), due).message == f"raised KeyError, but {says}"


def test_bools_are_no_integers_and_floats_no_bools():
    mask = np.array([True, False])
    assert compare(tensor([True, False], "bool"), expected(mask)) is None
    assert compare(tensor([1, 0], "int64"), expected(mask)).fault is Fault.TYPE
    assert compare(tensor([1.0, 0.0]), expected(mask)).fault is Fault.TYPE


def test_each_part_of_a_tuple_has_its_own_bound_and_path():
    want = expected((np.array([1.0]), np.array([100.0])), 1e-6, 1e-3)
    assert compare([tensor([1.0]), tensor([100.0001])], want) is None
    mismatch = compare((tensor([1.0]), tensor([100.01])), want)
    assert (mismatch.fault, mismatch.path) == (Fault.VALUES, (1,))
    assert compare((tensor([1.0]),), want).fault is Fault.SHAPE


def test_a_dict_must_have_just_the_keys_asked():
    want = expected({"a": 1.0, "b": 2.0}, 1e-6, 1e-6)
    assert compare({"b": 2.0, "a": 1.0}, want) is None
    assert compare({"a": 1.0}, want).fault is Fault.TYPE


def test_text_is_compared_exactly_and_bytes_are_no_text():
    assert compare("é", expected("é")) is None
    assert compare("e", expected("é")).fault is Fault.VALUES
    assert compare("é".encode(), expected("é")).fault is Fault.TYPE


def test_a_demanded_exception_may_be_a_subclass_but_no_other():
    want = Expected(Answer(raised=("ValueError",)), ())
    assert compare_exception(("MyError", "ValueError", "Exception"), want) is None
    assert compare_exception(("TypeError", "Exception"), want).fault is Fault.OUTCOME
    assert compare(tensor([1.0]), want).fault is Fault.OUTCOME


def test_for_a_diagnosis_any_exception_equals_any_and_nan_equals_inf():
    raised = Answer(raised=("ValueError",))
    assert answers_agree(raised, Answer(raised=("IndexError",)), ())
    assert not answers_agree(raised, Answer(1.0), ())
    one, other = Answer(np.array([np.nan, 1.0])), Answer(tensor([np.inf, 1.0]))
    assert answers_agree(one, other, (1e-6,))
    assert not answers_agree(one, Answer(tensor([np.inf, 1.1])), (1e-6,))


def test_for_a_diagnosis_bools_are_no_numbers_and_integers_equal_floats():
    mask = Answer(np.array([True, False]))
    assert answers_agree(mask, Answer(tensor([True, False], "bool")), ())
    assert not answers_agree(mask, Answer(tensor([1, 0], "int64")), ())
    assert not answers_agree(Answer(np.array([1.0, 0.0])), Answer(tensor([1, 0], "bool")), (0.0,))
    assert answers_agree(Answer(np.array([1.0, 0.0])), Answer(tensor([1, 0], "int64")), (0.0,))
