# tfmdrill: model-cost (torch)
def parameter_count(config):
    D, L, V = config["d_model"], config["n_layers"], config["vocab"]
    H, KV, F = config["n_heads"], config["n_kv_heads"], config["d_ff"]
    hd = D // H
    params = 0
    params += V * D
    for _ in range(L):
        params += D * H * hd      # W_q
        params += D * KV * hd     # W_k
        params += D * KV * hd     # W_v
        params += H * hd * D      # W_o
        params += D * F + D * F + F * D
        params += D + D           # two norms
    params += D                   # final norm
    if not config["tied"]:
        params += D * V
    return params


def kv_cache_bytes(config, *, batch, length, bytes_per_value):
    hd = config["d_model"] // config["n_heads"]
    per_token = 2 * config["n_kv_heads"] * hd
    return per_token * config["n_layers"] * length * batch * bytes_per_value


def forward_flops(config, *, length):
    D, L, V = config["d_model"], config["n_layers"], config["vocab"]
    H, KV, F = config["n_heads"], config["n_kv_heads"], config["d_ff"]
    hd, n = D // H, length
    flops = 0
    for _ in range(L):
        flops += 2 * n * D * (H * hd)
        flops += 2 * n * D * (KV * hd)
        flops += 2 * n * D * (KV * hd)
        flops += H * 2 * n * n * hd
        flops += H * 2 * n * n * hd
        flops += 2 * n * (H * hd) * D
        flops += 3 * 2 * n * D * F
    flops += 2 * n * V * D  # one-hot @ embedding
    flops += 2 * n * D * V
    return flops
