"""What a source imports, as a source of its own: what its libraries take, without what it does."""

import ast

from tfmdrill.grading.forbidden import parsed


def imports_of(code: bytes) -> bytes:
    """Every import of the source, wherever it stands, each on its own; b"" for none.

    One that fails is passed over: it may stand in a branch that isn't taken. Those of __future__
    are none: they tell how the file is compiled, and may stand at its top alone.

    >>> print(imports_of(b"def f():\\n    from scipy import special as s").decode())
    try:
        from scipy import special as s
    except Exception:
        pass
    """
    tree = parsed(code)
    imports = [
        ast.unparse(node)
        for node in (ast.walk(tree) if tree is not None else ())
        if isinstance(node, ast.Import)
        or (isinstance(node, ast.ImportFrom) and not node.level and node.module != "__future__")
    ]
    return "\n".join(
        f"try:\n    {statement}\nexcept Exception:\n    pass"
        for statement in dict.fromkeys(imports)
    ).encode()
