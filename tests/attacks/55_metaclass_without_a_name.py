# tfmdrill: attention (numpy)
# expect: error
class Meta(type):
    __name__ = property(lambda cls: 1 / 0)
    __mro__ = property(lambda cls: 1 / 0)
    __module__ = property(lambda cls: 1 / 0)


class Bad(Exception, metaclass=Meta):
    pass


def attention(q, k, v):
    raise Bad("no name")
