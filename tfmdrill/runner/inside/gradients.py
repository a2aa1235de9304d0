"""The gradient of a submission's answer by its float arguments, through the user's own graph."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any


def gradient(
    call: Callable[..., Any],
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
    names: Sequence[str],
    weights: Sequence[Any],
) -> dict[str, Any]:
    """{"value": the answer, "grads": {path: tensor or None}} for the sum of weights * answer.

    names: of the positional arguments; those beyond it are called by position.
    weights: a tensor for each float leaf of the answer, in order.
    The path of a float argument is its name, then the keys below it: "q", "params.blocks.0.w1".
    None where the answer doesn't depend on it, or has no graph.
    Raises: what the call raises, and RuntimeError where a weight doesn't fit the answer.
    """
    import torch

    leaves: dict[str, Any] = {}
    called = [*names[: len(args)], *map(str, range(len(names), len(args)))]
    own_args = [_with_leaves(v, name, leaves) for name, v in zip(called, args, strict=True)]
    own_kwargs = {name: _with_leaves(value, name, leaves) for name, value in kwargs.items()}
    with torch.enable_grad():
        value = call(*own_args, **own_kwargs)
    pairs = [
        (out, weight.to(out.dtype))
        for out, weight in zip(_float_leaves(value), weights, strict=False)
        if isinstance(out, torch.Tensor) and out.requires_grad
    ]
    grads: dict[str, Any] = dict.fromkeys(leaves)
    if pairs and leaves:
        found = torch.autograd.grad(_joined(pairs), list(leaves.values()), allow_unused=True)
        grads = dict(zip(leaves, found, strict=True))
    return {"value": value, "grads": grads}


def _joined(pairs: Sequence[tuple[Any, Any]]) -> Any:
    """A scalar whose gradient by each output is that output's weight, whatever the values are.

    The same as `grad_outputs` of torch.autograd.grad, which imports SymPy to compare two shapes:
    0.3 s of CPU time in every child.
    """
    import torch

    class Join(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, *outputs: Any) -> Any:  # noqa: ARG004  torch's signature
            return outputs[0].new_zeros(())

        @staticmethod
        def backward(ctx: Any, *_: Any) -> Any:  # noqa: ARG004  torch's signature
            return tuple(weight for _, weight in pairs)

    for out, weight in pairs:
        if out.shape != weight.shape:
            raise RuntimeError(
                f"the answer has shape {tuple(out.shape)}, the weights {tuple(weight.shape)}"
            )
    return Join.apply(*(out for out, _ in pairs))  # type: ignore[no-untyped-call]  # torch's


def _float_leaves(value: Any) -> list[Any]:
    """The tensors of floats in an answer, and the Python floats among them, in order."""
    import torch

    if isinstance(value, list | tuple):
        return [leaf for part in value for leaf in _float_leaves(part)]
    if isinstance(value, dict):
        return [leaf for part in value.values() for leaf in _float_leaves(part)]
    is_leaf = isinstance(value, float) or (
        isinstance(value, torch.Tensor) and value.is_floating_point()
    )
    return [value] if is_leaf else []


def _with_leaves(value: Any, path: str, leaves: dict[str, Any]) -> Any:
    """The same value with each float tensor in it asking for its gradient."""
    import torch

    if isinstance(value, torch.Tensor) and value.is_floating_point():
        leaves[path] = value.requires_grad_()
        return leaves[path]
    if type(value) is dict:
        return {k: _with_leaves(v, f"{path}.{k}", leaves) for k, v in value.items()}
    if type(value) in (list, tuple):
        items = [_with_leaves(v, f"{path}.{i}", leaves) for i, v in enumerate(value)]
        return type(value)(items)
    return value
