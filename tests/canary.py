"""The file that tries to read the canaries of test_canary.py, by every way that there is.

It is graded as a submission, and run without any wall to show that each way leads somewhere.
"""

import codecs
import contextlib
import ctypes
import importlib.util
import inspect
import io
import linecache
import mmap
import os
import pkgutil
import runpy
import shutil
import subprocess
import sys
import tokenize
import zipfile
import zipimport

TOKEN, PATHS = "@TOKEN@", ["@PATHS@"]
NAMES = "the names in its folder"
READABLE = os.path.dirname(os.__file__)


def climbed(path):
    return READABLE + "/.." * READABLE.count("/") + path


def opened(path):
    with open(path, "rb") as file:
        return file.read()


def by_descriptor(path, flags=os.O_RDONLY, folder=None):
    fd = os.open(path, flags, dir_fd=folder)
    try:
        return os.read(fd, 2**16)
    finally:
        os.close(fd)


def mapped(path):
    fd = os.open(path, os.O_RDONLY)
    try:
        return bytes(mmap.mmap(fd, 0, prot=mmap.PROT_READ))
    finally:
        os.close(fd)


def from_a_readable_folder(path):
    folder = os.open(READABLE, os.O_RDONLY)
    try:
        return by_descriptor("../" * READABLE.count("/") + path, folder=folder)
    finally:
        os.close(folder)


def by_path_descriptor(path):
    fd = os.open(path, os.O_PATH)
    try:
        return opened(f"/proc/self/fd/{fd}")
    finally:
        os.close(fd)


def by_the_c_library(path):
    libc = ctypes.CDLL(None)
    fd = libc.open(path.encode(), 0)
    return os.read(fd, 2**16) if fd >= 0 else b""


def imported(path):
    sys.path.insert(0, os.path.dirname(path))
    try:
        name = os.path.splitext(os.path.basename(path))[0]
        sys.modules.pop(name, None)
        return __import__(name).token
    finally:
        del sys.path[0]


def spec_of(path):
    spec = importlib.util.spec_from_file_location("canary_by_path", path)
    module = importlib.util.module_from_spec(spec)
    return module, spec


def executed(path):
    module, spec = spec_of(path)
    spec.loader.exec_module(module)
    return module.token


def source_of(path):
    return inspect.getsource(spec_of(path)[0])


def data_of(path):
    _, spec = spec_of(path)
    return spec.loader.get_data(path)


def linked(path, link):
    name = os.path.join(os.path.dirname(path), "tfmdrill-was-here")
    for place in (name, "/tmp/tfmdrill-was-here"):
        with contextlib.suppress(OSError):
            link(path, place)
            try:
                return opened(place)
            finally:
                os.unlink(place)
    return b""


def copied(path):
    out = io.BytesIO()
    with open(path, "rb") as file:
        shutil.copyfileobj(file, out)
    return out.getvalue()


def in_a_zip(path):
    with zipfile.ZipFile(path) as file:
        return b"".join(file.read(name) for name in file.namelist())


def by_numpy(path):
    import numpy

    return numpy.fromfile(path, numpy.uint8).tobytes()


WAYS = {
    "open": opened,
    "by /proc/self/root": lambda path: opened("/proc/self/root" + path),
    "by /proc/self/cwd": lambda path: opened("/proc/self/cwd/" + os.path.relpath(path)),
    "by /proc/1/root": lambda path: opened("/proc/1/root" + path),
    "by climbing": lambda path: opened(climbed(path)),
    "from a readable folder": from_a_readable_folder,
    "os.open": by_descriptor,
    "O_PATH": by_path_descriptor,
    "the C library": by_the_c_library,
    "mmap": mapped,
    "io.open_code": lambda path: io.open_code(path).read(),
    "codecs": lambda path: codecs.open(path, "r", "latin-1").read(),
    "tokenize": lambda path: tokenize.open(path).read(),
    "linecache": lambda path: "".join(linecache.getlines(path)),
    "inspect": source_of,
    "import": imported,
    "exec_module": executed,
    "get_data": data_of,
    "runpy": lambda path: runpy.run_path(path)["token"],
    "pkgutil": lambda path: pkgutil.read_code(open(path, "rb")) or opened(path),
    "zipfile": in_a_zip,
    "zipimport": lambda path: zipimport.zipimporter(path).get_source("canary_zipped"),
    "a symbolic link": lambda path: linked(path, os.symlink),
    "a hard link": lambda path: linked(path, os.link),
    "a copy": copied,
    "NumPy": by_numpy,
    "another program": lambda path: subprocess.run(["cat", path], capture_output=True).stdout,
    NAMES: lambda path: os.listdir(os.path.dirname(path)),
}


def succeeding():
    """Each way that shows a token, and of which file."""
    for path in PATHS:
        for way, read in WAYS.items():
            try:
                seen = read(path)
            except BaseException:
                continue
            if TOKEN in (seen.decode("latin-1") if isinstance(seen, bytes) else str(seen)):
                yield f"{way}: {os.path.realpath(path)}"


for each in succeeding():
    print("LEAKED", each)
print("tried", len(PATHS) * len(WAYS))


def attention(q, k, v):
    return None
