"""Reading a person's file: each kind gives its source, or one sentence that says why not."""

import json
import os
import socket
from pathlib import Path

import pytest

from tfmdrill.config import Limits
from tfmdrill.errors import UsageError
from tfmdrill.model.problem import Framework
from tfmdrill.model.source import Source
from tfmdrill.practice.reading import header_of, read_source

CODE = "# tfmdrill: rope (torch)\ndef f(x):\n    return x\n"


def read(folder: Path, content: bytes, name: str = "answer.py", **limits: int) -> Source:
    path = folder / name
    path.write_bytes(content)
    return read_source(path, limits=Limits(**limits))


def reason(source: Source) -> str:
    assert source.unreadable is not None
    assert source.code == b""
    return source.unreadable.reason


def cell(source: object, kind: str = "code") -> dict[str, object]:
    made: dict[str, object] = {"cell_type": kind, "metadata": {}, "source": source}
    if kind == "code":
        made |= {"execution_count": None, "outputs": []}
    return made


def notebook(*cells: dict[str, object]) -> bytes:
    content = {"cells": list(cells), "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(content).encode()


def defined(source: Source) -> dict[str, object]:
    """What the source defines when Python itself compiles and runs the bytes."""
    names: dict[str, object] = {}
    exec(compile(source.code, source.name, "exec"), names)
    return names


class TestPlainFiles:
    @pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
    def test_every_kind_of_line_end_becomes_a_newline(self, tmp_path: Path, ends: str) -> None:
        source = read(tmp_path, CODE.replace("\n", ends).encode())
        assert source.code == CODE.encode()
        assert source.unreadable is None

    def test_a_byte_order_mark_goes(self, tmp_path: Path) -> None:
        assert read(tmp_path, b"\xef\xbb\xbf" + CODE.encode()).code == CODE.encode()

    def test_the_name_is_the_one_that_the_person_typed(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        Path("a.py").write_text(CODE)
        assert read_source(Path("a.py"), limits=Limits()).name == "a.py"

    def test_a_name_that_is_not_utf8_can_still_be_printed(self, tmp_path: Path) -> None:
        path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.py"))
        path.write_text(CODE)
        read_source(path, limits=Limits()).name.encode("utf-8")

    @pytest.mark.parametrize(
        ("line", "encoding"),
        [
            ("# coding: latin-1", "latin-1"),
            ("# -*- coding: cp1252 -*-", "cp1252"),
            ("#!/usr/bin/env python\n# vim: set fileencoding=iso-8859-15 :", "iso-8859-15"),
            ("\n# coding=shift_jis", "shift_jis"),
            ("# coding: utf-8", "utf-8"),
        ],
    )
    @pytest.mark.parametrize("ends", ["\n", "\r"])
    def test_a_coding_line_is_honoured(
        self, tmp_path: Path, line: str, encoding: str, ends: str
    ) -> None:
        text = "é" if encoding != "shift_jis" else "テ"
        content = f"{line}\nword = '{text}'\n".replace("\n", ends).encode(encoding)
        source = read(tmp_path, content)
        assert defined(source)["word"] == text
        assert source.code.count(b"\n") == content.count(ends.encode())

    def test_a_coding_line_further_down_is_a_comment_only(self, tmp_path: Path) -> None:
        content = "x = 1\n\n# coding: latin-1\nword = 'é'\n".encode()
        assert read(tmp_path, content).code == content

    @pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"], ids=str)
    def test_utf16_and_utf32_are_read_and_remarked_on(self, tmp_path: Path, encoding: str) -> None:
        source = read(tmp_path, CODE.replace("\n", "\r\n").encode(encoding))
        assert source.code == CODE.encode()
        assert "save it as UTF-8" in source.remarks[0]


class TestContentThatCannotRun:
    @pytest.mark.parametrize(
        ("content", "says"),
        [
            (b"", "is empty"),
            (b" \r\n\t\n", "is empty"),
            (b"\xef\xbb\xbf", "is empty"),
            (b"\0" * 300, "line 1 holds NUL"),
            (b"x = 1\ny = '\0'\n", "line 2 holds NUL"),
            (b"\x7fELF\x02\x01\x01" + bytes(range(256)), "NUL"),
            ("x = 1\n".encode("utf-16")[:-1], "broken UTF-16"),
            (b"\xff\xfe\x00\xdc", "broken UTF-16"),
            (b"x = 1\ny = 'caf\xe9'\n", "Line 2 of"),
            (b"# coding: cp1252\ny = '\x81'\n", "isn't cp1252"),
            (b"# coding: klingon\n", "'klingon'"),
            (b"# coding: rot13\n", "'rot13'"),
            (b"# coding: utf-16\n", "'utf-16'"),
            (b"# coding: punycode\n" + b"a" * 1000, "'punycode'"),
            (b"# coding: unicode_escape\nx = '\\ud800'\n", "surrogate"),
            (b"# coding: unicode_escape\nx = '\\x00'\n", "NUL"),
        ],
    )
    def test_the_reason_says_what_and_what_next(
        self, tmp_path: Path, content: bytes, says: str
    ) -> None:
        why = reason(read(tmp_path, content))
        assert says in why
        assert "answer.py" in why
        assert "save" in why.lower() or "type" in why

    def test_too_large(self, tmp_path: Path) -> None:
        assert read(tmp_path, b"x = 1\n", source_bytes=6).unreadable is None
        assert "larger than" in reason(read(tmp_path, b"x = 12\n", source_bytes=6))

    def test_a_huge_sparse_file_is_not_read_whole(self, tmp_path: Path) -> None:
        path = tmp_path / "huge.py"
        with path.open("wb") as file:
            file.truncate(1 << 40)
        assert "larger than 2 MiB" in reason(read_source(path, limits=Limits()))


class TestNothingToRead:
    @pytest.mark.parametrize(
        ("name", "says"),
        [
            ("missing.py", "no file"),
            (".", "is a folder"),
            ("pipe", "a pipe or a device"),
            ("socket", "can't be opened"),
            ("a" * 300 + ".py", "can't be opened"),
            ("a\0b.py", "can't be opened"),
            ("dangling.py", "no file"),
        ],
    )
    def test_is_a_mistake_at_the_command_line(self, tmp_path: Path, name: str, says: str) -> None:
        os.mkfifo(tmp_path / "pipe")
        (tmp_path / "dangling.py").symlink_to("nowhere")
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(tmp_path / "socket"))
            with pytest.raises(UsageError, match=says) as caught:
                read_source(tmp_path / name, limits=Limits())
        assert str(caught.value).count("\n") == 0

    def test_a_device_is_refused_unread(self) -> None:
        with pytest.raises(UsageError, match="a pipe or a device"):
            read_source(Path("/dev/zero"), limits=Limits())

    def test_a_file_whose_reading_fails(self) -> None:
        with pytest.raises(UsageError, match="can't be read"):
            read_source(Path("/proc/self/mem"), limits=Limits())

    def test_no_descriptor_is_left_open(self, tmp_path: Path) -> None:
        before = len(list(Path("/proc/self/fd").iterdir()))
        for bad in (tmp_path, Path("/dev/zero"), Path("/proc/self/mem")):
            with pytest.raises(UsageError):
                read_source(bad, limits=Limits())
        assert len(list(Path("/proc/self/fd").iterdir())) == before


class TestNotebooks:
    def test_code_cells_are_joined_and_each_line_keeps_its_place(self, tmp_path: Path) -> None:
        content = notebook(
            cell("# A title", "markdown"),
            cell(["a = 1\n", "b = 2"]),
            cell("raw", "raw"),
            cell("\ndef f():\n    return a + b\n"),
        )
        source = read(tmp_path, content, "answer.ipynb")
        assert defined(source)["f"]() == 3  # type: ignore[operator]
        at = source.code.decode().split("\n").index("    return a + b") + 1
        assert source.place(at) == "cell 2, line 3"
        assert source.place(2) == "cell 1, line 2"
        assert source.remarks == ()

    def test_magics_are_dropped_and_named(self, tmp_path: Path) -> None:
        content = notebook(
            cell("%matplotlib inline\n!pip install einops \\\n    jaxtyping\nimport math\nmath?"),
            cell("%%bash\nrm -rf build"),
            cell("%%time\ntimed = 1"),
            cell("if True:\n    !ls\nfiles = !ls -l\n%time now = 5\n?math.sqrt"),
        )
        source = read(tmp_path, content, "answer.ipynb")
        names = defined(source)
        assert (names["timed"], names["files"], names["now"]) == (1, None, 5)
        assert "%matplotlib inline, !pip install einops" in source.remarks[0]
        assert "and 4 more" in source.remarks[0]
        lines = source.code.decode().split("\n")
        assert source.place(lines.index("timed = 1") + 1) == "cell 3, line 2"

    @pytest.mark.parametrize(
        "code",
        [
            "x = (7\n% 4)",
            "x = '''\n%d\n!ls\n'''",
            "x = 7 \\\n% 4",
            "x = {'#': [1,\n  2], \"'\": (\n3)}  # (\ny = 1",
            "x = 'it\\'s (' # don't\ny = 'a\\\n%b'",
            "def f(a, b):\n    return a % b != 0\nx = f'{f(1, 2)}'\ny = x == 1",
        ],
    )
    def test_a_line_that_only_looks_like_a_magic_stays(self, tmp_path: Path, code: str) -> None:
        # A magic at the end shows that the lines before it were looked at.
        source = read(tmp_path, notebook(cell(code + "\n%pwd")), "answer.ipynb")
        assert source.code.decode() == code + "\npass\n"

    def test_a_notebook_saved_as_py_is_read_as_one(self, tmp_path: Path) -> None:
        source = read(tmp_path, notebook(cell("a = 1")))
        assert source.code == b"a = 1\n"
        assert source.place(1) == "cell 1, line 1"
        assert "holds a notebook" in source.remarks[0]

    def test_a_dict_at_the_start_of_a_py_file_is_python(self, tmp_path: Path) -> None:
        content = b'{"nbformat": 4}["nbformat"]\n'
        assert read(tmp_path, content).code == content

    def test_an_older_format_is_read(self, tmp_path: Path) -> None:
        cells = [{"cell_type": "code", "language": "python", "input": ["a = 1"], "outputs": []}]
        content = {
            "nbformat": 3,
            "nbformat_minor": 0,
            "metadata": {},
            "worksheets": [{"cells": cells}],
        }
        assert read(tmp_path, json.dumps(content).encode(), "a.ipynb").code == b"a = 1\n"

    @pytest.mark.parametrize(
        ("content", "says"),
        [
            (b"{", "JSON is broken"),
            (b"def f(x):\n    return x\n", "JSON is broken"),
            (b"[" * 100_000, "isn't a notebook"),
            (b"[]", "isn't a notebook"),
            (b'{"a": 1}', "isn't a notebook"),
            (b'{"nbformat": 99, "cells": []}', "isn't a notebook"),
            (b'{"nbformat": "x", "cells": []}', "isn't a notebook"),
            (b'{"nbformat": 4, "nbformat_minor": 5, "cells": 7}', "isn't a notebook"),
            (notebook({"cell_type": "code"}), "isn't a notebook"),
            (notebook(cell(7)), "source isn't text"),
            (notebook(), "no cell with code"),
            (notebook(cell("# words", "markdown"), cell("  \n")), "no cell with code"),
            (notebook(cell("%%html\n<b>")), "no cell with code"),
            (notebook(cell("x = '\ud800'")), "surrogate"),
            (notebook(cell("x = '\0'")), "NUL"),
            (b"", "is empty"),
        ],
    )
    def test_one_that_cannot_be_graded_says_why(
        self, tmp_path: Path, content: bytes, says: str
    ) -> None:
        why = reason(read(tmp_path, content, "answer.ipynb"))
        assert says in why
        assert "answer.ipynb" in why

    def test_pictures_in_the_outputs_do_not_count_as_code(self, tmp_path: Path) -> None:
        plot = cell("a = 1")
        picture = {"image/png": "A" * 5000}
        plot["outputs"] = [{"output_type": "display_data", "data": picture, "metadata": {}}]
        limits = {"source_bytes": 1000, "notebook_bytes": 9000}
        assert read(tmp_path, notebook(plot), "a.ipynb", **limits).code == b"a = 1\n"
        long = notebook(cell("# " + "x" * 2000))
        assert "of code" in reason(read(tmp_path, long, "a.ipynb", **limits))
        assert "larger than" in reason(read(tmp_path, b" " * 9001, "a.ipynb", **limits))


class TestHeader:
    @pytest.mark.parametrize(
        ("content", "wanted"),
        [
            (CODE, ("rope", Framework.TORCH)),
            ("#!/usr/bin/env python\n\n#  tfmdrill:top-p ( numpy )\n", None),
            ("#!/usr/bin/env python\n\n#  tfmdrill:top-p (numpy)  \n", ("top-p", Framework.NUMPY)),
            ("# tfmdrill: bpe-encode (text)\r\n", ("bpe-encode", Framework.TEXT)),
            ("# tfmdrill: rope (jax)\n", None),
            ("x = 1\n# tfmdrill: rope (torch)\n", None),
            ('"""\n# tfmdrill: rope (torch)\n"""', None),
            ("x = 1\n", None),
            ("", None),
        ],
    )
    def test_is_the_comment_that_a_stub_begins_with(
        self, tmp_path: Path, content: str, wanted: object
    ) -> None:
        path = tmp_path / "a.py"
        path.write_bytes(content.encode())
        assert header_of(path) == wanted
        assert header_of(read_source(path, limits=Limits())) == wanted

    def test_may_stand_in_any_cell(self, tmp_path: Path) -> None:
        path = tmp_path / "a.ipynb"
        path.write_bytes(notebook(cell("import torch"), cell(CODE)))
        assert header_of(path) == ("rope", Framework.TORCH)

    def test_of_what_is_not_a_file_is_none(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe.py")
        assert header_of(tmp_path / "pipe.py") is None
        assert header_of(tmp_path) is None
        assert header_of(tmp_path / "none.py") is None
