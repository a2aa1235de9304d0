# tfmdrill: attention (numpy)
# expect: error
class Bad(Exception):
    def __str__(self):
        raise SystemExit(0)

    __repr__ = __str__


def attention(q, k, v):
    raise Bad from Bad()
