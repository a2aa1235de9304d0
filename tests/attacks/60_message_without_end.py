# tfmdrill: attention (numpy)
# expect: timeout
class Slow(Exception):
    def __str__(self):
        while True:
            pass


def attention(q, k, v):
    raise Slow
