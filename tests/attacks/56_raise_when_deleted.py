# tfmdrill: attention (numpy)
# expect: wrong
class Last:
    def __del__(self):
        raise ValueError("deleted")


def attention(q, k, v):
    return [Last() for _ in range(100)]
