# tfmdrill: attention (numpy)
# expect: timeout
import threading


def attention(q, k, v):
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()
