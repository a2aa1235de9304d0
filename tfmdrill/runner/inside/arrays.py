"""Arrays in the child: built from what the grader sent, and read back as plain bytes."""

import sys
from typing import Any

from . import wire


def build(array: wire.Array, framework: str) -> Any:
    """An owned tensor or ndarray with the elements, dtype, shape and layout asked for."""
    return _tensor(array) if framework == "torch" else _ndarray(array)


def refill(kept: Any, value: Any) -> None:
    """Give the arrays in `kept` the elements of those in `value`, where they lie in memory."""
    if type(kept) is dict:
        for key, item in kept.items():
            refill(item, value[key])
    elif type(kept) in (list, tuple):
        for item, new in zip(kept, value, strict=True):
            refill(item, new)
    elif hasattr(kept, "copy_"):
        kept.copy_(value)
    elif hasattr(kept, "flags"):
        kept[...] = value


def read(value: Any) -> wire.Array | wire.Opaque | None:
    """What a tensor, ndarray or NumPy scalar (or a subclass) holds; None for anything else.

    Opaque where the elements aren't plain numbers in memory: sparse, meta, complex, objects.
    """
    kind = type(value)  # isinstance would ask the value itself
    numpy = sys.modules.get("numpy")
    if numpy is not None and issubclass(kind, numpy.str_ | numpy.bytes_):
        return None
    if numpy is not None and issubclass(kind, numpy.generic):
        return _read_ndarray(numpy, numpy.asarray(value), scalar=True)
    if numpy is not None and issubclass(kind, numpy.ndarray):
        return _read_ndarray(numpy, value, scalar=False)
    torch = sys.modules.get("torch")
    if torch is not None and issubclass(kind, torch.Tensor):
        return _read_tensor(torch, value)
    return None


def describe(value: Any) -> str:
    """ "float32 (2, 3, 4)" for an array of either library, "" for anything else."""
    for library, kind in (("torch", "Tensor"), ("numpy", "ndarray")):
        module = sys.modules.get(library)
        if module is not None and issubclass(type(value), getattr(module, kind)):
            dtype = str(value.dtype).removeprefix("torch.")
            return f"{dtype} {tuple(int(size) for size in value.shape)}"
    return ""


def _tensor(array: wire.Array) -> Any:
    import torch

    dtype = getattr(torch, array.dtype)
    if 0 in array.shape:
        return torch.empty(array.shape, dtype=dtype)
    tensor = torch.frombuffer(array.data, dtype=dtype).reshape(array.shape)
    match _possible(array):
        case "transposed":
            return (
                tensor.transpose(-1, -2)
                .clone(memory_format=torch.contiguous_format)
                .transpose(-1, -2)
            )
        case "step2":
            wider = torch.zeros((*array.shape[:-1], 2 * array.shape[-1]), dtype=dtype)
            wider[..., ::2] = tensor
            return wider[..., ::2]
        case "expanded":
            return tensor.narrow(array.axis, 0, 1).clone().expand(array.shape)
    return tensor.clone()


def _ndarray(array: wire.Array) -> Any:
    import numpy as np

    values = np.frombuffer(array.data, dtype=array.dtype).reshape(array.shape)
    match _possible(array):
        case "transposed":
            return np.swapaxes(np.swapaxes(values, -1, -2).copy(), -1, -2)
        case "step2":
            wider = np.zeros((*array.shape[:-1], 2 * array.shape[-1]), dtype=values.dtype)
            wider[..., ::2] = values
            return wider[..., ::2]
        case "expanded":
            return np.broadcast_to(values.take([0], array.axis), array.shape)
        case "readonly":
            frozen = values.copy()
            frozen.flags.writeable = False
            return frozen
    return values.copy()


def _possible(array: wire.Array) -> str:
    """The layout asked for, or the nearest one that an array of this shape can have."""
    if array.layout in ("contiguous", "readonly") or not array.shape or 0 in array.shape:
        return array.layout if array.layout == "readonly" else "contiguous"
    if array.layout == "transposed" and len(array.shape) < 2:
        return "step2"
    return array.layout


def _read_tensor(torch: Any, tensor: Any) -> wire.Array | wire.Opaque:
    # A subclass may override everything; with overrides off, the base class reads the elements.
    with torch._C.DisableTorchFunction():
        plain = torch.Tensor.as_subclass(torch.Tensor.detach(tensor), torch.Tensor)
        dtype = str(plain.dtype).removeprefix("torch.")
        if plain.layout is not torch.strided or plain.is_quantized:
            return wire.Opaque("Tensor", f"a {plain.layout} tensor of {dtype} isn't dense numbers")
        if plain.device.type != "cpu":
            return wire.Opaque(
                "Tensor", f"a tensor on the {plain.device.type} device has no values"
            )
        if dtype not in wire.ITEM_BYTES:
            return wire.Opaque("Tensor", f"{dtype} values can't be compared")
        dense = plain.resolve_conj().resolve_neg().contiguous()
        raw = dense.view(torch.int16) if dtype == "bfloat16" else dense
        shape = tuple(int(size) for size in dense.shape)
        return wire.Array(dtype, shape, _bytes_of(raw.numpy()), "torch")


def _read_ndarray(np: Any, value: Any, *, scalar: bool) -> wire.Array | wire.Opaque:
    plain = np.asarray(value)
    dtype = str(plain.dtype.newbyteorder("="))
    if dtype not in wire.ITEM_BYTES:
        return wire.Opaque(type(value).__name__, f"{dtype} values can't be compared")
    dense = np.ascontiguousarray(plain, dtype=dtype).reshape(plain.shape)
    return wire.Array(dtype, plain.shape, _bytes_of(dense), "numpy", scalar)


def _bytes_of(dense: Any) -> memoryview:
    """The memory of a C-contiguous ndarray, without a copy."""
    return memoryview(dense.reshape(-1).view("uint8"))
