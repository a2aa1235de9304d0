# tfmdrill: model-cost (numpy)


def _block_matrices(config):
    d, d_ff = config["d_model"], config["d_ff"]
    d_kv = config["n_kv_heads"] * d // config["n_heads"]
    attention = 2 * d * d + 2 * d * d_kv
    return attention + 3 * d * d_ff


def parameter_count(config):
    d, vocab = config["d_model"], config["vocab"]
    tables = vocab * d * (1 if config["tied"] else 2)
    return tables + config["n_layers"] * (_block_matrices(config) + 2 * d) + d


def kv_cache_bytes(config, *, batch, length, bytes_per_value):
    d_kv = config["n_kv_heads"] * config["d_model"] // config["n_heads"]
    return 2 * config["n_layers"] * d_kv * batch * length * bytes_per_value


def forward_flops(config, *, length):
    d = config["d_model"]
    weights = config["n_layers"] * _block_matrices(config) + config["vocab"] * d
    pairs = 2 * config["n_layers"] * d * length
    return 2 * length * (weights + pairs)
