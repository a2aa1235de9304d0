# tfmdrill: model-cost (numpy)
def matmul(a, b, c):
    """flops of (a, b) @ (b, c)"""
    multiply_adds = 0
    for _ in range(min(a, 256)):
        multiply_adds += b * c
    return 2 * multiply_adds * max(1, a // 256) if a > 256 else 2 * multiply_adds


def parameter_count(config):
    d = config["d_model"]
    dh = d // config["n_heads"]
    n = config["vocab"] * d  # embedding
    for _ in range(config["n_layers"]):
        n += d  # norm 1
        for heads in (config["n_heads"], config["n_kv_heads"], config["n_kv_heads"]):
            n += d * heads * dh
        n += d * d
        n += d  # norm 2
        n += d * config["d_ff"] + d * config["d_ff"] + config["d_ff"] * d
    n += d
    if not config["tied"]:
        n += d * config["vocab"]
    return n


def kv_cache_bytes(config, *, batch, length, bytes_per_value):
    dh = config["d_model"] // config["n_heads"]
    per_token = 0
    for _layer in range(config["n_layers"]):
        for _k_or_v in "kv":
            per_token += config["n_kv_heads"] * dh * bytes_per_value
    return per_token * batch * length


def forward_flops(config, *, length):
    d, n = config["d_model"], length
    dh = d // config["n_heads"]
    total = 0
    for _ in range(config["n_layers"]):
        total += matmul(n, d, d) + 2 * matmul(n, d, config["n_kv_heads"] * dh)
        for _head in range(config["n_heads"]):
            total += matmul(n, dh, n) + matmul(n, n, dh)
        total += matmul(n, d, d)
        total += 2 * matmul(n, d, config["d_ff"]) + matmul(n, config["d_ff"], d)
    return total + matmul(n, d, config["vocab"])
