# tfmdrill: attention (numpy)
# expect: wrong, timeout
# The first answers only: each takes the grader a third of a second to read.
calls = 0


def attention(q, k, v):
    global calls
    calls += 1
    return [[]] * 99_000 if calls < 3 else None
