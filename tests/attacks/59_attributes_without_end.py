# tfmdrill: attention (numpy)
# expect: error
class Any:
    def __getattr__(self, name):
        return self

    def __call__(self, *args, **kwargs):
        return self

    __iter__ = __len__ = None


import sys

sys.modules[__name__] = Any()


def __getattr__(name):
    return Any()


attention = 3
