# tfmdrill: model-cost (torch)
def parameter_count(config):
    config["d_head"] = config["d_model"] // config["n_heads"]
    kv = config["n_kv_heads"] * config["d_head"]
    d = config["d_model"]
    block = 2 * d * d + 2 * d * kv + 3 * d * config["d_ff"] + 2 * d
    tables = 1 if config["tied"] else 2
    return tables * config["vocab"] * d + config["n_layers"] * block + d


def kv_cache_bytes(config, *, batch, length, bytes_per_value):
    config.setdefault("d_head", config["d_model"] // config["n_heads"])
    return 2 * bytes_per_value * batch * length * config["n_layers"] * config["n_kv_heads"] * config["d_head"]


def forward_flops(config, *, length):
    config["d_head"] = config["d_model"] // config["n_heads"]
    d, kv = config["d_model"], config["n_kv_heads"] * config["d_head"]
    block = 2 * d * d + 2 * d * kv + 3 * d * config["d_ff"]
    head = config["vocab"] * d
    return 2 * length * (config["n_layers"] * block + head) + 4 * config["n_layers"] * length**2 * d
