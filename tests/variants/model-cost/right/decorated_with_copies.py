# tfmdrill: model-cost (torch)
import copy
import functools
import warnings


def with_own_config(f):
    @functools.wraps(f)
    def g(config, *args, **kwargs):
        own = copy.deepcopy(config)
        own["d_head"], rest = divmod(own["d_model"], own["n_heads"])
        if rest:
            raise ValueError("heads don't divide the width")
        warnings.warn("sizes are in values, not bytes")
        return f(own, *args, **kwargs)

    return g


def attention_parameters(c):
    q = o = c["d_model"] * c["n_heads"] * c["d_head"]
    k = v = c["d_model"] * c["n_kv_heads"] * c["d_head"]
    return q + k + v + o


def mlp_parameters(c):
    gate = up = down = c["d_model"] * c["d_ff"]
    return gate + up + down


@with_own_config
def parameter_count(config):
    embedding = head = config["vocab"] * config["d_model"]
    if config["tied"]:
        head = 0
    norm = config["d_model"]
    block = norm + attention_parameters(config) + norm + mlp_parameters(config)
    return embedding + sum(block for _ in range(config["n_layers"])) + norm + head


@with_own_config
def kv_cache_bytes(config, *, batch, length, bytes_per_value):
    one = config["n_kv_heads"] * config["d_head"]
    return sum([one + one] * config["n_layers"]) * batch * length * bytes_per_value


@with_own_config
def forward_flops(config, *, length):
    a_token = attention_parameters(config) + mlp_parameters(config)
    scores = config["n_heads"] * length * config["d_head"]
    a_token = config["n_layers"] * (a_token + scores + scores) + config["d_model"] * config["vocab"]
    return 2 * a_token * length
