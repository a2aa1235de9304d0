# tfmdrill: attention (numpy)
# expect: wrong, error
class Key(str):
    count = 0

    def __hash__(self):
        Key.count += 1
        return Key.count

    def __eq__(self, other):
        return False


def attention(q, k, v):
    return {Key("a"): 1, Key("a"): 2}
