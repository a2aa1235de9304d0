"""What a call takes, counted from inside: exact for honest code, and no evidence against other.

The user's code runs in the same process and could switch a meter off, so these numbers explain a
verdict and never make one.
"""

import math
import tracemalloc
import weakref
from collections.abc import Callable
from typing import Any


def torch_meter(call: Callable[[], Any]) -> dict[str, Any]:
    """Flops, peak of live bytes and the largest tensor made while `call` runs, as torch sees it.

    Storages are counted once, from the operation that made them until they are freed.
    """
    import torch
    from torch.utils._python_dispatch import TorchDispatchMode
    from torch.utils.flop_counter import flop_registry

    class Meter(TorchDispatchMode):  # type: ignore[no-untyped-call]  # torch's own isn't typed
        def __init__(self) -> None:
            super().__init__()  # type: ignore[no-untyped-call]  # torch's own isn't typed
            self.flops = self.live = self.peak = 0
            self.largest: tuple[int, ...] = ()
            self.known: set[int] = set()

        def __torch_dispatch__(
            self, func: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            del types
            for given in _tensors([args, kwargs]):
                self.known.add(_storage(given))  # an argument isn't what the call takes
            out = func(*args, **(kwargs or {}))
            count = flop_registry.get(func.overloadpacket)
            if count is not None:
                self.flops += int(count(*args, **(kwargs or {}), out_val=out))
            for tensor in _tensors(out):
                self._made(tensor)
            return out

        def _made(self, tensor: Any) -> None:
            key = _storage(tensor)
            if key in self.known:
                return
            storage = tensor.untyped_storage()
            size = storage.nbytes()
            self.known.add(key)
            self.live += size
            self.peak = max(self.peak, self.live)
            if tensor.numel() > math.prod(self.largest or (0,)):
                self.largest = tuple(tensor.shape)
            weakref.finalize(storage, self._freed, key, size)

        def _freed(self, key: int, size: int) -> None:
            self.known.discard(key)
            self.live -= size

    def _storage(tensor: Any) -> int:
        return int(tensor.untyped_storage()._cdata)

    def _tensors(tree: Any) -> list[Any]:
        if isinstance(tree, torch.Tensor):
            return [tree]
        if isinstance(tree, list | tuple):
            return [tensor for part in tree for tensor in _tensors(part)]
        return [t for part in tree.values() for t in _tensors(part)] if type(tree) is dict else []

    with Meter() as meter:
        call()
    return {"flops": meter.flops, "peak_bytes": meter.peak, "largest": meter.largest}


def python_meter(call: Callable[[], Any]) -> dict[str, Any]:
    """The peak of what Python and NumPy allocated while `call` ran; nothing counts the flops."""
    tracemalloc.start()
    try:
        call()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    return {"flops": 0, "peak_bytes": peak, "largest": ()}
