"""Values across the wall: arguments in every layout, and results as plain values or not at all.

Expected values are written out by hand or computed by NumPy in the test.
"""

import numpy as np
import pytest
from walls import GOOD, array, ask, value

from tfmdrill.runner import (
    Arg,
    Opaque,
    RemoteArray,
    Wall,
)


def test_an_array_goes_there_and_back_as_a_plain_array(numpy_wall: Wall) -> None:
    x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
    got = array(ask(numpy_wall, GOOD, x))
    assert (got.dtype, got.library, got.scalar) == ("float32", "numpy", False)
    assert type(got.values) is np.ndarray
    assert got.values.flags.owndata
    assert np.array_equal(got.values, x * 2)


def test_python_values_keep_their_types(text_wall: Wall) -> None:
    sent = [None, True, 2**80, -0.5, "é\ud800", b"\x00", (1, [2]), {"a": {1}}]
    got = value(ask(text_wall, "def f(x):\n    return x", sent))
    assert got == sent
    assert [type(v) for v in got] == [type(v) for v in sent]  # type: ignore[attr-defined]


def test_keyword_arguments_and_numpy_scalars_arrive(text_wall: Wall) -> None:
    code = "def f(x, *, s):\n    return [type(x).__name__, x, s]"
    assert value(ask(text_wall, code, np.float32(1.5), s=np.int64(3))) == ["float", 1.5, 3]


@pytest.mark.parametrize("framework", ["numpy", "torch"])
@pytest.mark.parametrize("layout", ["contiguous", "transposed", "step2", "expanded", "readonly"])
def test_a_layout_changes_the_memory_and_not_the_values(
    framework: str, layout: str, request: pytest.FixtureRequest
) -> None:
    wall = request.getfixturevalue(f"{framework}_wall")
    code = """
        def f(x):
            strides = x.stride() if hasattr(x, "stride") else x.strides
            writable = x.flags.writeable if hasattr(x, "flags") else True
            return x, list(strides), writable
    """
    x = np.arange(24.0).reshape(2, 3, 4)
    if layout == "expanded":
        x = np.broadcast_to(x[:, :1], (2, 3, 4))
    got = value(ask(wall, code, Arg(x, "float32", layout, axis=1)))
    assert isinstance(got, tuple)
    values, strides, writable = got
    assert np.array_equal(values.values, x)
    unit = 1 if framework == "torch" else 4
    assert (
        strides
        == {
            "contiguous": [12 * unit, 4 * unit, unit],
            "readonly": [12 * unit, 4 * unit, unit],
            "transposed": [12 * unit, unit, 3 * unit],
            "step2": [24 * unit, 8 * unit, 2 * unit],
            "expanded": [4 * unit, 0, unit],
        }[layout]
    )
    if framework == "numpy" and layout == "readonly":
        assert not writable


@pytest.mark.parametrize("shape", [(), (0,), (0, 3), (3, 0), (5,)])
@pytest.mark.parametrize("layout", ["transposed", "step2", "expanded"])
def test_small_shapes_take_any_layout(
    torch_wall: Wall, shape: tuple[int, ...], layout: str
) -> None:
    got = array(ask(torch_wall, GOOD, Arg(np.ones(shape), "float32", layout)))
    assert got.values.shape == shape
    assert (got.values == 2).all()


def test_bfloat16_is_rounded_to_even_and_widened(torch_wall: Wall) -> None:
    # 1 + 2^-8 lies half way between 1 and 1 + 2^-7; 1 + 3 * 2^-8 half way to the even 1 + 2^-6.
    x = np.array([1 + 2**-8, 1 + 3 * 2**-8, np.nan, np.inf, -3e38], dtype=np.float32)
    got = array(ask(torch_wall, "def f(x):\n    return x", Arg(x, "bfloat16")))
    assert (got.dtype, got.values.dtype) == ("bfloat16", np.float32)
    assert got.values[:2].tolist() == [1.0, 1 + 2**-6]
    assert np.isnan(got.values[2])
    assert got.values[3] == np.inf
    code = "import torch\ndef f(x):\n    return x.to(torch.bfloat16)"
    assert np.array_equal(array(ask(torch_wall, code, x)).values, got.values, equal_nan=True)


@pytest.mark.parametrize(
    ("expression", "dtype", "expected"),
    [
        ("torch.nn.Parameter(x)", "float32", [1, 2]),
        ("x.requires_grad_() * 2", "float32", [2, 4]),
        ("torch.complex(x, x).conj().imag", "float32", [-1, -2]),
        ("(x > 1)", "bool", [False, True]),
        ("x.to(torch.int16).flip(0)", "int16", [2, 1]),
        ("x.expand(2, 2).T[0]", "float32", [1, 1]),
        ("np.float64(2.5)", "float64", 2.5),
        ("np.ma.masked_array(x.numpy(), [0, 1])", "float32", [1, 2]),
        ("np.array([1, 2], '>i4')", "int32", [1, 2]),
    ],
)
def test_results_of_every_kind_come_back_as_numbers(
    torch_wall: Wall, expression: str, dtype: str, expected: object
) -> None:
    code = f"import numpy as np, torch\ndef f(x):\n    return {expression}"
    got = array(ask(torch_wall, code, np.array([1, 2], np.float32)))
    assert got.dtype == dtype
    assert got.values.tolist() == expected


@pytest.mark.parametrize(
    ("expression", "kind"),
    [
        ("(i for i in range(3))", "generator"),
        ("lambda: 1", "function"),
        ("object()", "object"),
        ("1j", "complex"),
        ("torch.ones(2, dtype=torch.complex64)", "Tensor"),
        ("torch.ones(2).to_sparse()", "Tensor"),
        ("torch.ones(2, device='meta')", "Tensor"),
        ("torch.quantize_per_tensor(torch.ones(2), 0.1, 0, torch.qint8)", "Tensor"),
        ("np.array([object()])", "ndarray"),
        ("cyclic", "list"),
        ("[[]] * 200_000", "list"),
        ("torch.zeros(2**25)", "Tensor"),
        ("{frozenset(): 1}", "dict"),
    ],
)
def test_what_can_t_cross_comes_back_as_opaque(
    torch_wall: Wall, expression: str, kind: str
) -> None:
    code = f"""
        import numpy as np, torch
        cyclic = []
        cyclic.append(cyclic)
        def f():
            return {expression}
    """
    got = value(ask(torch_wall, code))
    assert isinstance(got, Opaque)
    assert got.type == kind
    assert got.says


def test_an_opaque_part_leaves_the_rest(numpy_wall: Wall) -> None:
    got = value(ask(numpy_wall, "def f():\n    return 1, map(str, []), [2.5]"))
    assert isinstance(got, tuple)
    assert (got[0], got[2]) == (1, [2.5])
    assert isinstance(got[1], Opaque)


def test_no_overridden_operator_crosses(torch_wall: Wall) -> None:
    code = """
        import torch
        class Yes(torch.Tensor):
            __eq__ = __le__ = lambda self, other: True
            @classmethod
            def __torch_function__(cls, *a, **k):
                return True
        class One(float):
            __sub__ = __float__ = lambda *a: 0.0
        class All(list):
            __iter__ = lambda self: iter([1, 2, 3])
            @property
            def __class__(self):
                raise ValueError("no")
        def f():
            return torch.zeros(2).as_subclass(Yes), One(2.0), All([9])
    """
    got = value(ask(torch_wall, code))
    assert isinstance(got, tuple)
    assert type(got[0]) is RemoteArray
    assert got[0].values.tolist() == [0.0, 0.0]
    assert [type(v) for v in got[1:]] == [float, list]
    assert got[1:] == (2.0, [9])
