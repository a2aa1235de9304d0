# tfmdrill: attention (numpy)
# expect: wrong
# score: 0
# Whatever is compiled or run from here on does nothing, as hooks of a notebook can have it.
import builtins
import sys

builtins.compile = builtins.exec = builtins.eval = lambda *given, **named: None
sys.meta_path.insert(0, type("Nothing", (), {"find_spec": lambda *given: None})())
sys.path_hooks.clear()


def attention(q, k, v):
    return q * 0
