# tfmdrill: attention (numpy)
# expect: wrong
class Twice(list):
    reads = 0

    def __iter__(self):
        Twice.reads += 1
        return iter([1.0] * (Twice.reads % 3))

    def __len__(self):
        return 7

    def __getitem__(self, index):
        raise IndexError(index)


def attention(q, k, v):
    return Twice([0.0])
