# tfmdrill: attention (numpy)
# expect: timeout
import time

sleep = time.sleep
time.monotonic = time.perf_counter = time.time = lambda: 0.0
time.sleep = lambda seconds: None


def attention(q, k, v):
    sleep(10**6)
