# tfmdrill: attention (numpy)
# expect: error
import sys


def boom(*args, **kwargs):
    raise ValueError("patched")


def attention(q, k, v):
    for name, module in list(sys.modules.items()):
        if name.startswith("inside."):
            for key, value in list(vars(module).items()):
                if callable(value):
                    setattr(module, key, boom)
    return None
