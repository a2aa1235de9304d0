# tfmdrill: attention (numpy)
# expect: error, broken-protocol, wrong, timeout
import builtins


def attention(q, k, v):
    for name in ("len", "isinstance", "issubclass", "type", "set", "map", "list", "memoryview",
                 "BaseException", "bool", "repr", "getattr", "any", "zip", "str", "int", "hex"):
        setattr(builtins, name, lambda *args, **kwargs: [])
    return [q]
