# tfmdrill: attention (numpy)
# expect: wrong, timeout, error, memory
# As many threads as the machine gives: none may be left, and the next submission gets its own.
import threading

threading.stack_size(2**15)


def attention(q, k, v):
    stop = threading.Event()
    try:
        for _ in range(40_000):
            threading.Thread(target=stop.wait, daemon=True).start()
    except RuntimeError:
        pass
    return None
