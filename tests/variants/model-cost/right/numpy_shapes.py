# tfmdrill: model-cost (numpy)
import numpy as np


def shapes(c):
    d, f, k = c["d_model"], c["d_ff"], c["d_model"] // c["n_heads"] * c["n_kv_heads"]
    return [(d, d), (d, k), (d, k), (d, d), (d, f), (d, f), (f, d)]


def parameter_count(config):
    per_block = sum(int(np.prod(s)) for s in shapes(config)) + 2 * config["d_model"]
    tables = 1 + (not config["tied"])
    return np.int64(
        tables * config["vocab"] * config["d_model"]
        + config["n_layers"] * per_block
        + config["d_model"]
    )


def kv_cache_bytes(config, *, batch, length, bytes_per_value):
    cache = (2, config["n_layers"], batch, config["n_kv_heads"], length,
             config["d_model"] // config["n_heads"])
    return np.prod(np.array(cache, dtype=np.int64)) * bytes_per_value


def forward_flops(config, *, length):
    mm = lambda a, b, c: 2 * a * b * c
    dh, h, n = config["d_model"] // config["n_heads"], config["n_heads"], length
    block = sum(mm(n, i, o) for i, o in shapes(config)) + h * (mm(n, dh, n) + mm(n, n, dh))
    return np.asarray(config["n_layers"] * block + mm(n, config["d_model"], config["vocab"]))
