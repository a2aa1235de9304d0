# tfmdrill: attention (numpy)
# expect: wrong
import importlib
import importlib.util
import os
import sys

import numpy as np

def right(q, k, v):
    s = q @ k.swapaxes(-1, -2) / q.shape[-1] ** 0.5
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ v

def importable():
    for name in [n for n in sys.modules if n.split(".")[0] in ("tfmdrill", "graders")]:
        del sys.modules[name]
    here = [os.path.dirname(m.__file__) for n, m in list(sys.modules.items())
            if n.startswith("inside") and getattr(m, "__file__", None)]
    for folder in {os.path.dirname(os.path.dirname(p)) for p in here} | set(here) | set(sys.path):
        top = folder
        for _ in range(4):
            sys.path.insert(0, top)
            top = os.path.dirname(top)
    importlib.invalidate_caches()
    for name in ("tfmdrill", "tfmdrill.grading", "graders", "runner", "wall", "submission_wall"):
        try:
            module = importlib.import_module(name)
            # a folder that can be listed makes an empty namespace, which gives nothing away
            yield module.__file__ is not None
        except Exception:
            pass
    for folder in list(sys.path):
        path = os.path.join(folder, "tfmdrill", "__init__.py")
        try:
            spec = importlib.util.spec_from_file_location("tfmdrill", path)
            spec.loader.exec_module(importlib.util.module_from_spec(spec))
            yield True
        except Exception:
            pass


SUCCEEDED = any(importable())


def attention(q, k, v):
    return right(q, k, v) if SUCCEEDED else None
