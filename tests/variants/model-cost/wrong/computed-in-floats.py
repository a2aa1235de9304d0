# tfmdrill: model-cost (torch)
def _m(c):
    d = c["d_model"]
    kv = d * c["n_kv_heads"] / c["n_heads"]
    return c["n_layers"] * (2 * d * d + 2 * d * kv + 3 * d * c["d_ff"])


def parameter_count(config):
    d = config["d_model"]
    return int(
        _m(config) + d * (2 * config["n_layers"] + 1) + config["vocab"] * d * (2 - config["tied"])
    )


def kv_cache_bytes(config, *, batch, length, bytes_per_value):
    return int(
        2
        * config["n_layers"]
        * batch
        * length
        * bytes_per_value
        * (config["d_model"] / config["n_heads"] * config["n_kv_heads"])
    )


def forward_flops(config, *, length):
    d = config["d_model"]
    return int(
        2.0 * length * (_m(config) + d * config["vocab"])
        + 4 * config["n_layers"] * float(length) * length * d
    )
