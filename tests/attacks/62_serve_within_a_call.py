# tfmdrill: attention (numpy)
# expect: wrong, timeout, broken-protocol
# score: 0
# The loop that answers the grader is started once more, inside of a call.
import sys


def attention(q, k, v):
    frame = sys._getframe(1)
    while frame.f_code.co_name != "serve":
        frame = frame.f_back
    frame.f_locals["self"].serve()
    return q
