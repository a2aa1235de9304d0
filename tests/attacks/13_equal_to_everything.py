# tfmdrill: attention (numpy)
# expect: wrong
class Equal:
    shape = ()
    dtype = "float32"

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    __hash__ = None
    __lt__ = __le__ = __gt__ = __ge__ = __eq__
    __sub__ = __rsub__ = __abs__ = lambda self, *other: self
    __bool__ = lambda self: True


def attention(q, k, v):
    return Equal()
