# tfmdrill: attention (numpy)
# expect: error, wrong
# Interrupts the harness itself, between the calls.
import signal


def boom(*args):
    raise ValueError("from a handler")


def attention(q, k, v):
    signal.signal(signal.SIGALRM, boom)
    signal.setitimer(signal.ITIMER_REAL, 0.0005, 0.0005)
    return q
