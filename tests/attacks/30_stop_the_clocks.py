# tfmdrill: attention (numpy)
# expect: timeout
import time


def still(*args):
    return 0.0


for name in ("time", "perf_counter", "process_time", "monotonic", "thread_time"):
    setattr(time, name, still)
time.clock_gettime = still
time.get_clock_info = still


def attention(q, k, v):
    while True:
        pass
