"""How the C library gives memory back, in children whose memory is judged."""

import ctypes

MMAP_THRESHOLD = -3  # M_MMAP_THRESHOLD of mallopt(3); setting it also stops it from rising
LARGE_BYTES = 128 * 1024


def return_freed_arrays() -> None:
    """From now on a large array that is freed leaves the address space at once.

    glibc otherwise keeps freed blocks for later and, with the alignment that torch asks for, can't
    always use them again: code that holds 10 MB at a time was seen to take 150. Slower, since each
    array is mapped anew. Does nothing where the C library has no such setting.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(MMAP_THRESHOLD, LARGE_BYTES)
