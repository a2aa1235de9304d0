"""Parameters, cache and forward work of a decoder with grouped queries and SwiGLU.

Source: Kaplan et al. 2020, Scaling Laws for Neural Language Models, section 2.1.
"""


def parameter_count(config):
    """The number of learnt values."""
    d = config["d_model"]
    table = config["vocab"] * d
    head = 0 if config["tied"] else table
    norms = 2 * d
    blocks = config["n_layers"] * (block_weights(config) + norms)
    final_norm = d
    return table + blocks + final_norm + head


def kv_cache_bytes(config, *, batch, length, bytes_per_value):
    """The bytes of the keys and values of all tokens."""
    width = config["n_kv_heads"] * head_width(config)
    vectors = 2
    values = vectors * width * config["n_layers"]
    tokens = batch * length
    return values * tokens * bytes_per_value


def forward_flops(config, *, length):
    """The operations of one forward pass over one sequence."""
    d = config["d_model"]
    per_multiply_add = 2
    weights = config["n_layers"] * block_weights(config)
    head = config["vocab"] * d
    products = length * (weights + head)
    width = d  # of all heads together
    scores = length * length * width
    sums = length * length * width
    attention = config["n_layers"] * (scores + sums)
    return per_multiply_add * (products + attention)


def block_weights(config):
    """The weights of one block's matrices."""
    d = config["d_model"]
    queries = d * d
    keys = d * config["n_kv_heads"] * head_width(config)
    values = keys
    output = d * d
    matrices = 3  # gate, up, down
    mlp = matrices * d * config["d_ff"]
    return queries + keys + values + output + mlp


def head_width(config):
    """The width of one head of queries, keys or values."""
    return config["d_model"] // config["n_heads"]
