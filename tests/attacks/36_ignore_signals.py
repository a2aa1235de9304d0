# tfmdrill: attention (numpy)
# expect: timeout
import signal

for number in range(1, 65):
    try:
        signal.signal(number, signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_BLOCK, [number])
    except (OSError, ValueError):
        pass
signal.setitimer(signal.ITIMER_REAL, 0)


def attention(q, k, v):
    while True:
        pass
