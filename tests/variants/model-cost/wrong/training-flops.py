# tfmdrill: model-cost (numpy)
def parameter_count(config):
    d = config["d_model"]
    d_head = d // config["n_heads"]
    embed = config["vocab"] * d
    attn = d * d + 2 * d * (config["n_kv_heads"] * d_head) + d * d
    mlp = 3 * d * config["d_ff"]
    total = embed + config["n_layers"] * (attn + mlp + 2 * d) + d
    if not config["tied"]:
        total += embed
    return total


def kv_cache_bytes(config, *, batch, length, bytes_per_value):
    d_head = config["d_model"] // config["n_heads"]
    return 2 * config["n_layers"] * config["n_kv_heads"] * d_head * batch * length * bytes_per_value


def forward_flops(config, *, length):
    d = config["d_model"]
    d_head = d // config["n_heads"]
    attn = d * d + 2 * d * (config["n_kv_heads"] * d_head) + d * d
    mlp = 3 * d * config["d_ff"]
    linear = 2 * length * (attn + mlp)
    scores = 4 * length * length * d
    head = 2 * length * d * config["vocab"]
    forward = config["n_layers"] * (linear + scores) + head
    return 3 * forward
