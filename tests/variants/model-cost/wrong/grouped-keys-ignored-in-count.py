# tfmdrill: model-cost (torch)
def parameter_count(config):
    c = config
    d, f, v = c["d_model"], c["d_ff"], c["vocab"]
    block = 4 * d * d + 3 * d * f + 2 * d
    return c["n_layers"] * block + d + v * d * (1 if c["tied"] else 2)


def kv_cache_bytes(config, *, batch, length, bytes_per_value):
    hd = config["d_model"] // config["n_heads"]
    return 2 * config["n_layers"] * batch * length * config["n_kv_heads"] * hd * bytes_per_value


def forward_flops(config, *, length):
    d, f, v = config["d_model"], config["d_ff"], config["vocab"]
    kv = d // config["n_heads"] * config["n_kv_heads"]
    w = 2 * d * d + 2 * d * kv + 3 * d * f
    return 2 * length * (config["n_layers"] * w + d * v) + config["n_layers"] * 4 * length**2 * d
