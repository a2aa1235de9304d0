# tfmdrill: model-cost (numpy)
def parameter_count(config):
    d, L = config["d_model"], config["n_layers"]
    dh = d // config["n_heads"]
    attn = d * dh * (2 * config["n_heads"] + 2 * config["n_kv_heads"])
    return (
        config["vocab"] * d * (2 - bool(config["tied"]))
        + L * attn
        + L * 3 * d * config["d_ff"]
        + (2 * L + 1) * d
    )


def kv_cache_bytes(config, *, batch, length, bytes_per_value):
    return (
        bytes_per_value
        * batch
        * length
        * config["n_layers"]
        * 2
        * config["n_kv_heads"]
        * (config["d_model"] // config["n_heads"])
    )


def forward_flops(config, *, length):
    """2 N n, N without norms and look-ups, and 4 n^2 d a layer."""
    tied = dict(config, tied=True)  # then the table is counted once: as the head
    d, L = config["d_model"], config["n_layers"]
    n_matmul = parameter_count(tied) - (2 * L + 1) * d
    return 2 * n_matmul * length + 4 * L * d * length**2
