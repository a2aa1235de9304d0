"""Computed questions about work: flops of attention, of a block, of training."""

import random

from tfmdrill.model.pack import Topic
from tfmdrill.model.quiz import Slip
from tfmdrill.quiz.kinds import Drawn, NumberKind

COUNTED = "a multiply-add counts as 2 flops"


def _attention(rng: random.Random) -> Drawn:
    heads = rng.choice((4, 8, 16))
    width = rng.choice((32, 64, 128))
    n = rng.choice((256, 512, 1024, 2048))
    value = 4 * n * n * heads * width
    return Drawn(
        f"{heads} heads of width {width}, {n} queries and {n} keys, no mask. How many flops are "
        f"the two products q k^T and weights v of one sequence? ({COUNTED})",
        value,
        "flops",
        (
            f"Each product: {heads} heads * {n} * {n} * {width} multiply-adds, 2 flops each.",
            f"Two products: {value:,}.",
        ),
        (
            Slip(value // 2, "That is one of the products, or a flop a multiply-add."),
            Slip(value // 4, "That is one of the products at a flop a multiply-add."),
            Slip(value // heads, "That is one head."),
            Slip(value // n, "That is one query: the work grows with the square of the length."),
        ),
        within=0.01,
    )


def _attention_doubled(rng: random.Random) -> Drawn:
    n = rng.choice((512, 1024, 2048, 4096))
    gflops = rng.randint(11, 49)
    value = 4 * gflops
    return Drawn(
        f"At {n} tokens the scores and weighted sums of a model take {gflops} GFLOP. How many "
        f"GFLOP do they take at {2 * n} tokens?",
        value,
        "GFLOP",
        (f"Both grow with the square of the length: 4 * {gflops} = {value}.",),
        (
            Slip(2 * gflops, "That grows in proportion; each of twice the queries meets twice the "
                 "keys."),
            Slip(8 * gflops, "That is the cube; the width of a head stays as it is."),
            Slip(3 * gflops, "That adds n^2 twice; (2 n)^2 is 4 n^2."),
        ),
        within=0.005,
    )  # fmt: skip


def _block_doubled(rng: random.Random) -> Drawn:
    d = rng.choice((512, 768, 1024))
    n = 256 * rng.randint(2, 24)

    def flops(length: int) -> int:
        return 24 * length * d * d + 4 * length * length * d

    return Drawn(
        f"A block (d_model = {d}, MLP of inner width {4 * d}) reads {n} tokens, then {2 * n}. By "
        f"which factor do its forward flops grow? ({COUNTED}; products of matrices alone)",
        flops(2 * n) / flops(n),
        "",
        (
            "The maps take 8 n d^2 + 16 n d^2, scores and sums 4 n^2 d.",
            f"(24 * 2 n d + 4 * 4 n^2) / (24 n d + 4 n^2) with n = {n}, d = {d} is "
            f"{flops(2 * n) / flops(n):.3f}.",
        ),
        (
            Slip(2.0, "That leaves out scores and sums, which grow fourfold."),
            Slip(4.0, "Only scores and sums grow fourfold; the maps grow in proportion."),
            Slip(3.0, "That is the mean of 2 and 4; the two parts are weighed by their size."),
            Slip(
                (12 * 2 * n * d * d + 4 * 4 * n * n * d) / (12 * n * d * d + 4 * n * n * d),
                "That counts the maps at a flop a multiply-add, and scores and sums at two.",
            ),
        ),
        within=0.01,
    )


def _decode_without_cache(rng: random.Random) -> Drawn:
    prompt = 100 * rng.randint(2, 6)
    new = 50 * rng.randint(2, 5)
    value = sum(prompt + i for i in range(new))
    return Drawn(
        f"A prompt of {prompt} tokens is continued by {new} tokens without a cache: every step "
        "runs the model on the whole text so far. How many tokens go through the model in all?",
        value,
        "tokens",
        (
            f"{prompt} + {prompt + 1} + ... + {prompt + new - 1} = {value:,}.",
            f"With a cache it would be {prompt} + {new - 1} = {prompt + new - 1}.",
        ),
        (
            Slip(prompt + new - 1, "That is with a cache."),
            Slip(prompt + new, "That is nearly the number with a cache."),
            Slip(prompt * new, "The text grows by a token each step."),
            Slip(sum(prompt + i for i in range(1, new + 1)), "The last token is given out, never "
                 "put in: the first step sees the prompt alone."),
            Slip((prompt + new) * new, "The text has its full length only at the end."),
        ),
    )  # fmt: skip


def _training(rng: random.Random) -> Drawn:
    millions = 10 * rng.randint(12, 90)
    billions = rng.randint(3, 40)
    value = 6 * millions * 10**6 * billions * 10**9
    return Drawn(
        f"A dense model of {millions} million parameters is trained on {billions} billion tokens. "
        "By the usual rule, about how many flops is that?",
        value,
        "flops",
        (
            "6 N D: 2 flops a parameter and token forward, 4 backward.",
            f"6 * {millions}e6 * {billions}e9 = {float(value):.3g}.",
        ),
        (
            Slip(value // 3, "That is the forward pass alone."),
            Slip(value * 2 // 3, "That is the backward pass alone."),
            Slip(value // 6, "That is N D: neither two flops a multiply-add nor a backward pass."),
            Slip(value // 2, "That counts a flop a multiply-add."),
            Slip(value * 4 // 3, "That recomputes the forward pass (checkpointing): 8 N D."),
        ),
        within=0.02,
    )


def _tokens_an_update(rng: random.Random) -> Drawn:
    micro, accumulated, devices = rng.sample((3, 4, 6, 8, 12, 16), 3)
    length = rng.choice((512, 1024, 2048))
    value = micro * accumulated * devices * length
    return Drawn(
        f"{devices} devices, each with micro-batches of {micro} sequences of {length} tokens, "
        f"gradients accumulated over {accumulated} micro-batches. How many tokens is one update?",
        value,
        "tokens",
        (f"{devices} * {micro} * {accumulated} * {length} = {value:,}.",),
        (
            Slip(value // accumulated, "That leaves out the accumulation."),
            Slip(value // devices, "That is one device."),
            Slip(value // length, "Those are sequences."),
            Slip(value // (accumulated * devices), "That is one micro-batch."),
        ),
    )


COST_KINDS = (
    NumberKind(
        "attention-flops", Topic.ATTENTION, _attention,
        "A measured speed is compared with half or twice the peak, and a slow kernel looks good.",
        ("attention", "flash-attention", "multi-head-attention"),
    ),
    NumberKind(
        "attention-flops-doubled", Topic.ATTENTION, _attention_doubled,
        "A longer context is promised at a price that holds for half of it.",
        ("attention", "sliding-window-attention"),
    ),
    NumberKind(
        "block-flops-doubled", Topic.TRAINING, _block_doubled,
        "Either the quadratic part is optimised where it is a tenth of the work, or it is "
        "forgotten where it is most of it.",
        ("model-cost",),
    ),
    NumberKind(
        "tokens-without-cache", Topic.DECODING, _decode_without_cache,
        "A demo of twenty tokens is quick, and the first long answer times out.",
        ("kv-cache", "greedy-decode"),
    ),
    NumberKind(
        "training-flops", Topic.TRAINING, _training,
        "The run takes three times as long as was booked.",
        source="Kaplan et al. 2020, Scaling Laws for Neural Language Models, section 2.1",
    ),
    NumberKind(
        "tokens-an-update", Topic.TRAINING, _tokens_an_update,
        "A learning rate is taken from a paper for a batch that is many times smaller or larger.",
    ),
)  # fmt: skip
