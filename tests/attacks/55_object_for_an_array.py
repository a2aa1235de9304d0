# tfmdrill: kv-cache (numpy)
# expect: wrong
# score: 0
# says: the result[0] is an object of your own class
class KVCache:
    length = 10**300

    def append(self, k, v):
        return self, self


def decode_step(x_t, params, cache, *, n_heads):
    params.clear()
    return cache
