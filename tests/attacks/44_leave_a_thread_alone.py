# tfmdrill: attention (numpy)
# expect: timeout
# The main thread ends by itself, and the process lives on in another.
import ctypes
import platform
import threading
import time

EXIT = 60 if platform.machine() == "x86_64" else 93


def attention(q, k, v):
    threading.Thread(target=time.sleep, args=(1_000,)).start()
    ctypes.CDLL(None).syscall(EXIT, 0)
