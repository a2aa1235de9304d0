# tfmdrill: model-cost (numpy)
def _kv(c): return c["d_model"] * c["n_kv_heads"] // c["n_heads"]
def _block(c): return c["d_model"] * (2 * (c["d_model"] + _kv(c)) + 3 * c["d_ff"])
def _table(c): return c["vocab"] * c["d_model"]


parameter_count = lambda config: (
    [2, 1][config["tied"]] * _table(config)
    + config["n_layers"] * _block(config)
    + config["d_model"] * (1 + 2 * config["n_layers"])
)
kv_cache_bytes = lambda config, batch, length, bytes_per_value: (
    batch * length * bytes_per_value * 2 * config["n_layers"] * _kv(config)
)
forward_flops = lambda config, length: 2 * length * (
    config["n_layers"] * (_block(config) + 2 * length * config["d_model"]) + _table(config)
)
