"""Computed questions about sizes: parameters of layers, bytes of caches and optimizers."""

import random

from tfmdrill.model.pack import Topic
from tfmdrill.model.quiz import Slip
from tfmdrill.quiz.kinds import Drawn, NumberKind

KIB, MIB = 2**10, 2**20


def _linear(rng: random.Random) -> Drawn:
    a, b = rng.sample((96, 192, 320, 512, 768, 1280), 2)
    return Drawn(
        f"How many parameters has nn.Linear({a}, {b}) with its bias?",
        a * b + b,
        "parameters",
        (f"{a} * {b} weights and one bias an output, {b}: {a * b + b:,}.",),
        (
            Slip(a * b, "That leaves out the bias."),
            Slip(a * b + a, "That has a bias for each input; there is one for each output."),
            Slip(a * b + 1, "That has one bias for the whole layer; there is one an output."),
        ),
    )


def _attention(rng: random.Random) -> Drawn:
    heads = rng.choice((4, 8, 12))
    d = heads * rng.choice((16, 32, 48, 64))
    value = 4 * d * d + 4 * d
    return Drawn(
        f"Multi-head attention has d_model = {d}, {heads} heads of width {d // heads}, and linear "
        "maps with biases for queries, keys, values and the output. How many parameters?",
        value,
        "parameters",
        (
            f"Four maps of {d} * {d} weights and {d} biases: {value:,}.",
            "The number of heads doesn't matter: they share the width.",
        ),
        (
            Slip(4 * d * d, "That leaves out the four biases."),
            Slip(3 * d * d + 3 * d, "That leaves out the output map."),
            Slip(heads * value, "That gives each head maps of the full width; they share it."),
            Slip(3 * d * d, "That leaves out the output map and the biases."),
        ),
    )


def _grouped(rng: random.Random) -> Drawn:
    width = rng.choice((32, 64, 128))
    kv = rng.choice((2, 4))
    heads = kv * rng.choice((2, 4, 8))
    d = heads * width
    value = 2 * d * d + 2 * d * kv * width
    return Drawn(
        f"Grouped-query attention: d_model = {d}, {heads} query heads and {kv} key-value heads of "
        f"width {width}, no biases. How many parameters have its four maps together?",
        value,
        "parameters",
        (
            f"Queries and output: 2 * {d} * {d}.",
            f"Keys and values: 2 * {d} * ({kv} * {width}). Together {value:,}.",
        ),
        (
            Slip(4 * d * d, "That is multi-head attention: as many key-value heads as queries."),
            Slip(d * d + 2 * d * kv * width, "That leaves out the output map."),
            Slip(2 * d * d + d * kv * width, "That counts keys or values, not both."),
            Slip(2 * d * d + 2 * d * width, "That has a single key-value head."),
        ),
    )


def _block(rng: random.Random) -> Drawn:
    d = 64 * rng.randint(2, 10)
    f = d * rng.choice((2, 3, 4))
    value = 4 * d * d + 4 * d + 2 * d * f + f + d + 4 * d
    return Drawn(
        f"A block with d_model = {d}, an MLP of inner width {f}, two layer norms with weight and "
        "bias, and biases in every linear map, the four of attention too. How many parameters?",
        value,
        "parameters",
        (
            f"Attention: 4 * {d} * {d} + 4 * {d}.",
            f"MLP: 2 * {d} * {f} + {f} + {d}.",
            f"Norms: 2 * 2 * {d}. Together {value:,}.",
        ),
        (
            Slip(value - 4 * d, "That leaves out the norms, or the biases of attention."),
            Slip(value - 2 * d, "That has one norm, or norms without a bias."),
            Slip(4 * d * d + 2 * d * f, "That counts matrices alone: no bias, no norm."),
            Slip(4 * d * d + 2 * d * f + 4 * d, "That leaves out the biases of all the maps."),
            Slip(value - d * d - d, "That leaves out the output map of attention."),
        ),
    )


def _swiglu(rng: random.Random) -> Drawn:
    d = rng.choice((256, 384, 512, 768))
    f = 32 * rng.randint(20, 60)
    return Drawn(
        f"A SwiGLU MLP without biases has d_model = {d} and inner width {f}. How many parameters?",
        3 * d * f,
        "parameters",
        (f"Gate, up and down, each {d} * {f}: {3 * d * f:,}.",),
        (
            Slip(2 * d * f, "That is a plain MLP: the gate has a matrix of its own."),
            Slip(2 * d * f + f * f, "The third matrix is also d_model x inner width."),
            Slip(3 * d * f + 2 * f + d, "There are no biases here."),
        ),
    )


def _cache(rng: random.Random) -> Drawn:
    layers = rng.choice((16, 24, 32, 40))
    kv = rng.choice((2, 4, 8))
    heads = kv * rng.choice((2, 4))
    width = rng.choice((64, 128))
    length = rng.choice((1024, 2048, 4096))
    batch = rng.choice((3, 5, 6))
    value = 2 * layers * kv * width * length * batch * 2
    return Drawn(
        f"{layers} layers, {heads} query heads and {kv} key-value heads of width {width}, bfloat16."
        f" How large is the KV cache of {batch} sequences of {length} tokens?",
        value,
        "bytes",
        (
            f"2 (keys and values) * {layers} layers * {kv} heads * {width} * {length} tokens * "
            f"{batch} sequences * 2 bytes = {value // MIB:,} MiB.",
        ),
        (
            Slip(value // 2, "That leaves out a factor of 2: keys and values are both kept, at "
                 "2 bytes a number."),
            Slip(value // kv * heads, "That caches a key for each query head."),
            Slip(value // batch, "That is one sequence of the batch."),
            Slip(value // layers, "That is one layer."),
            Slip(value * 8, "Those are bits."),
            Slip(value * 2, "That has 4 bytes a number: bfloat16 has 2."),
            Slip(value // 4, "That counts keys alone, and numbers instead of bytes."),
        ),
    )  # fmt: skip


def _embedding(rng: random.Random) -> Drawn:
    vocab = rng.choice((32000, 50257, 65536, 100256))
    d = rng.choice((512, 768, 1024))
    return Drawn(
        f"A model has a vocabulary of {vocab:,} and d_model = {d}. How many parameters more has it "
        "if the output layer (no bias) isn't tied to the token embedding?",
        vocab * d,
        "parameters",
        (f"One more matrix of {vocab:,} * {d}: {vocab * d:,}.",),
        (
            Slip(2 * vocab * d, "Those are both tables; tied, one is there already."),
            Slip(vocab, "That is a bias; each token has a vector."),
            Slip(vocab * d + vocab, "There is no bias."),
            Slip(0, "Tied means one table for both; untied there are two."),
        ),
    )


def _adam(rng: random.Random) -> Drawn:
    billions = rng.randint(2, 20)
    value = 16 * billions * 10**9
    return Drawn(
        f"{billions} billion parameters are trained with Adam in mixed precision: weights and "
        "gradients in 16 bits; a master copy and both moments in 32 bits. How many bytes take "
        "weights, gradients and optimizer together?",
        value,
        "bytes",
        (f"2 + 2 + 4 + 4 + 4 = 16 bytes a parameter, times {billions}e9.",),
        (
            Slip(2 * billions * 10**9, "Those are the weights alone."),
            Slip(4 * billions * 10**9, "Those are weights and gradients, without the optimizer."),
            Slip(12 * billions * 10**9, "That is the optimizer alone, or it lacks one of the "
                 "32-bit copies."),
            Slip(8 * billions * 10**9, "That has everything in 16 bits, and no master copy."),
            Slip(20 * billions * 10**9, "That has the gradients in 32 bits besides, or one copy "
                 "too many."),
        ),
        within=0.01,
    )  # fmt: skip


def _quantized(rng: random.Random) -> Drawn:
    billions = rng.choice((3, 7, 13, 34, 70))
    group = rng.choice((32, 64, 128))
    value = billions * 10**9 // 2 + billions * 10**9 // group * 2
    return Drawn(
        f"{billions} billion weights are stored in 4 bits each, with one float16 scale for every "
        f"{group} weights. How many bytes is that?",
        value,
        "bytes",
        (
            f"Weights: {billions}e9 / 2 bytes. Scales: {billions}e9 / {group} * 2 bytes.",
            f"That is {4 + 16 / group:g} bits a weight.",
        ),
        (
            Slip(billions * 10**9 // 2, "That leaves out the scales."),
            Slip(billions * 4 * 10**9, "That takes 4 bits for 4 bytes."),
            Slip(billions * 10**9 + billions * 10**9 // group * 2, "That has a byte a weight: two "
                 "4-bit weights share one."),
            Slip(billions * 2 * 10**9, "That is float16, not quantized."),
        ),
        within=0.005,
    )  # fmt: skip


SIZE_KINDS = (
    NumberKind(
        "linear-parameters", Topic.BLOCKS, _linear,
        "A checkpoint doesn't load: a key is missing or has the wrong size.",
    ),
    NumberKind(
        "attention-parameters", Topic.ATTENTION, _attention,
        "A budget of parameters is off by a quarter or more, or a checkpoint's keys don't fit.",
        ("multi-head-attention",),
    ),
    NumberKind(
        "grouped-query-parameters", Topic.ATTENTION, _grouped,
        "Weights are allocated for heads that aren't there, and the checkpoint doesn't load.",
        ("grouped-query-attention",),
    ),
    NumberKind(
        "block-parameters", Topic.BLOCKS, _block,
        "A count that should match the paper's to the last digit doesn't, and a missing bias or "
        "norm goes unnoticed.",
        ("transformer-block",),
    ),
    NumberKind(
        "swiglu-parameters", Topic.BLOCKS, _swiglu,
        "A model is said to match another in size, and its MLPs are half again as large.",
        ("swiglu",),
    ),
    NumberKind(
        "kv-cache-bytes", Topic.DECODING, _cache,
        "A server is planned for twice the sequences that fit, and runs out of memory in use.",
        ("kv-cache", "grouped-query-attention", "model-cost"),
    ),
    NumberKind(
        "tied-embedding-parameters", Topic.TRAINING, _embedding,
        "The size of a small model is off by a third: at a large vocabulary the tables dominate.",
        ("gpt-forward", "model-cost"),
    ),
    NumberKind(
        "training-memory", Topic.TRAINING, _adam,
        "The run is planned on too few devices and dies at the first optimizer step, after the "
        "forward and the backward pass have fitted.",
        source="Rajbhandari et al. 2020, ZeRO, section 3.1",
    ),
    NumberKind(
        "quantized-bytes", Topic.TRAINING, _quantized,
        "A model that was to fit on the card doesn't: scales of small groups are a tenth of it.",
    ),
)  # fmt: skip
