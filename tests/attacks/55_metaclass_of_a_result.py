# tfmdrill: attention (numpy)
# expect: wrong, error
class Meta(type):
    __name__ = property(lambda cls: 1 / 0)
    __module__ = property(lambda cls: 1 / 0)

    def __instancecheck__(cls, other):
        return True

    __subclasscheck__ = __instancecheck__


class Bad(metaclass=Meta):
    pass


def attention(q, k, v):
    return [Bad(), Bad]
