# tfmdrill: attention (numpy)
# expect: error, memory
class Long(Exception):
    def __str__(self):
        return "x" * 10**9


def attention(q, k, v):
    raise Long
