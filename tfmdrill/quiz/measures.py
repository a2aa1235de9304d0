"""Computed questions about measures: variances, losses, wavelengths, rates, probabilities."""

import math
import random
from itertools import accumulate

from tfmdrill.model.pack import Topic
from tfmdrill.model.quiz import Slip
from tfmdrill.quiz.kinds import Drawn, NumberKind

ONE_PERCENT = 0.01


def _score_variance(rng: random.Random) -> Drawn:
    d = rng.choice((16, 25, 36, 49, 64, 81, 100, 128))
    spread = rng.choice((2, 3, 4))
    value = d * spread**2
    return Drawn(
        f"The {d} entries of q are independent with mean 0 and variance 1, those of k with mean 0 "
        f"and variance {spread}^2. What is the variance of q . k?",
        value,
        "",
        (
            f"{d} independent products, each of variance 1 * {spread}^2: {value}.",
            "With both variances 1 it is d_k itself, and dividing by sqrt(d_k) makes it 1.",
        ),
        (
            Slip(math.sqrt(value), "That is the standard deviation."),
            Slip(d, "That leaves out the variance of k."),
            Slip(spread**2, "That is one product; variances of independent terms add up."),
            Slip(d * spread, "The variance of k is the square of its standard deviation."),
            Slip(d * d * spread**2, "That adds standard deviations; it is the variances that add."),
            Slip(1, "That is after dividing by the standard deviation."),
        ),
        within=ONE_PERCENT,
    )


def _perplexity(rng: random.Random) -> Drawn:
    counts = [100 * c for c in rng.sample(range(1, 10), 3)]
    losses = [round(rng.uniform(1.5, 4.0), 1) for _ in counts]
    total = sum(counts)
    mean = sum(c * loss for c, loss in zip(counts, losses, strict=True)) / total
    parts = ", ".join(f"{c} tokens at {loss}" for c, loss in zip(counts, losses, strict=True))
    return Drawn(
        f"Three pieces of a text have these mean losses in nats: {parts}. What is the perplexity "
        "of the whole text?",
        math.exp(mean),
        "",
        (f"The mean loss of all {total} tokens is {mean:.4f}; exp of it is {math.exp(mean):.3f}.",),
        (
            Slip(math.exp(sum(losses) / 3), "That weighs the pieces alike, not by their tokens."),
            Slip(sum(map(math.exp, losses)) / 3, "That averages perplexities: it is the losses "
                 "that are averaged, by tokens."),
            Slip(sum(c * math.exp(loss) for c, loss in zip(counts, losses, strict=True)) / total,
                 "That averages perplexities by tokens; the mean belongs in the exponent."),
            Slip(2**mean, "The losses are in nats: the base is e, not 2."),
            Slip(mean, "That is the mean loss; perplexity is its exponential."),
        ),
        within=ONE_PERCENT,
    )  # fmt: skip


def _bits_a_byte(rng: random.Random) -> Drawn:
    loss = round(rng.uniform(1.8, 3.4), 2)
    ratio = round(rng.uniform(3.2, 4.8), 1)
    value = loss / math.log(2) / ratio
    return Drawn(
        f"A model has a mean loss of {loss} nats a token, and its tokenizer gives {ratio} bytes a "
        "token on this text. How many bits a byte is that?",
        value,
        "bits",
        (f"{loss} / ln 2 = {loss / math.log(2):.4f} bits a token, over {ratio}: {value:.4f}.",),
        (
            Slip(loss / ratio, "Those are nats a byte."),
            Slip(loss / math.log(2), "Those are bits a token."),
            Slip(loss / math.log(2) * ratio, "A byte is less than a token: divide."),
            Slip(loss * math.log(2) / ratio, "A nat is more than a bit: 1 / ln 2 = 1.44 of them."),
            Slip(loss / math.log(2) / 8, "That takes a token for a byte of 8 bits."),
        ),
        within=ONE_PERCENT,
    )


def _initial_loss(rng: random.Random) -> Drawn:
    vocab = 1000 * rng.randint(4, 130)
    return Drawn(
        f"A language model with a vocabulary of {vocab:,} starts training; its logits are nearly "
        "equal. Which loss should the first step report?",
        math.log(vocab),
        "nats",
        (f"Each token has probability 1/{vocab}, and -ln of it is {math.log(vocab):.3f}.",),
        (
            Slip(math.log2(vocab), "Those are bits; frameworks report nats."),
            Slip(math.log10(vocab), "That is the decimal logarithm."),
            Slip(1 / vocab, "That is the probability, not its negative logarithm."),
            Slip(vocab, "That is the perplexity."),
            Slip(0, "A loss of 0 at the start means that the answer leaks into the input."),
        ),
        within=ONE_PERCENT,
    )


def _masked(rng: random.Random) -> Drawn:
    special = rng.choice((8, 12, 16, 24))
    tokens = special + 200 * rng.randint(2, 10)
    ordinary = tokens - special
    value = ordinary * 15 // 100
    return Drawn(
        f"BERT's recipe (15 %, split 80/10/10) on {tokens} tokens, {special} of them special. How "
        "many positions get a label, on average?",
        value,
        "positions",
        (f"0.15 * ({tokens} - {special}) = {value}, whatever is done to the input.",),
        (
            Slip(value * 8 // 10, "That counts those that became [MASK]; replaced and kept ones "
                 "are predicted too."),
            Slip(value * 9 // 10, "That leaves out the kept ones, which are predicted too."),
            Slip(0.15 * tokens, "Special tokens are never selected."),
            Slip(ordinary, "Only selected positions have a label."),
        ),
    )  # fmt: skip


def _wavelength(rng: random.Random) -> Drawn:
    d = rng.choice((64, 96, 128))
    pair = rng.randint(2, d // 2 - 2)
    base = rng.choice((10_000, 500_000, 1_000_000))
    value = 2 * math.pi * base ** (2 * pair / d)
    return Drawn(
        f"RoPE on heads of width {d}, base {base:,}; pairs are numbered from 0. After how many "
        f"positions has pair {pair} made one full turn?",
        value,
        "positions",
        (
            f"Its frequency is {base} ** (-2 * {pair} / {d}); a turn takes 2 pi over it.",
            f"That is {value:.5g}.",
        ),
        (
            Slip(base ** (2 * pair / d), "That is one radian; a full turn is 2 pi of them."),
            Slip(2 * math.pi * base ** (pair / d), "The exponent is 2 i / d: there are d / 2 "
                 "pairs."),
            Slip(2 * math.pi * base ** (2 * (pair + 1) / d), "That is the next pair: they are "
                 "numbered from 0."),
            Slip(2 * math.pi * base ** (2 * (pair - 1) / d), "That is the pair before."),
            Slip(2 * math.pi * base ** (-2 * pair / d), "That turns faster the higher the pair; "
                 "it is slower."),
        ),
        within=ONE_PERCENT,
    )  # fmt: skip


def _sinusoid(rng: random.Random) -> Drawn:
    d = rng.choice((4, 6, 8))
    column = rng.randrange(2, d)
    wave, other = (math.cos, math.sin) if column % 2 else (math.sin, math.cos)
    exponent = 2 * (column // 2) / d
    # Nearer to 0 a percent is less than what a person writes down.
    far = [p for p in range(2, 10) if abs(wave(p / 100**exponent)) > 0.1]
    position = rng.choice(far)
    angle = position / 100**exponent
    value = wave(angle)
    return Drawn(
        f"A sinusoidal table with base 100 and d = {d} (sin in even columns, cos in odd ones, all "
        f"counted from 0). What stands at position {position}, column {column}?",
        value,
        "",
        (
            f"Column {column} is in pair {column // 2}: {wave.__name__}({position} / "
            f"100 ** ({2 * (column // 2)} / {d})) = {value:.4f}.",
        ),
        (
            Slip(other(angle), "Sine and cosine are exchanged."),
            Slip(wave(position / 100 ** (2 * column / d)), "The exponent takes the pair, not the "
                 "column: 2 * (column // 2)."),
            Slip(wave(position / 100 ** (column // 2 / d)), "The exponent lacks a factor of 2."),
            Slip(wave((position + 1) / 100**exponent), "Positions are counted from 0."),
            Slip(wave((position - 1) / 100**exponent), "The position is one too small."),
        ),
        within=0.02,
    )  # fmt: skip


def _layer_norm(rng: random.Random) -> Drawn:
    x = rng.sample(range(-4, 9), 4)
    at = rng.randrange(4)
    mean = sum(x) / 4
    squares = sum((v - mean) ** 2 for v in x)
    value = (x[at] - mean) / math.sqrt(squares / 4)
    return Drawn(
        f"Layer norm without weight and bias, eps negligible, of the token "
        f"({', '.join(map(str, x))}). What becomes of its entry {x[at]}?",
        value,
        "",
        (
            f"Mean {mean:g}, variance {squares / 4:g} (divided by 4): "
            f"({x[at]} - {mean:g}) / {math.sqrt(squares / 4):.4f} = {value:.4f}.",
        ),
        (
            Slip((x[at] - mean) / math.sqrt(squares / 3), "That divides the squares by n - 1: the "
                 "variance here is the biased one."),
            Slip(x[at] / math.sqrt(sum(v * v for v in x) / 4), "That is RMS norm: the mean isn't "
                 "subtracted."),
            Slip((x[at] - mean) / (squares / 4), "That divides by the variance, without the root."),
            Slip((x[at] - mean) / math.sqrt(squares), "That divides by the length of the vector."),
            Slip(x[at] / math.sqrt(squares / 4), "The mean isn't subtracted from the entry."),
        ),
        within=ONE_PERCENT,
    )  # fmt: skip


def _warm_up(rng: random.Random) -> Drawn:
    warm_up = 100 * rng.randint(2, 8)
    total = warm_up + 1000 * rng.randint(4, 12)
    step = warm_up + (total - warm_up) * rng.randint(2, 8) // 10
    peak = 2 * rng.randint(1, 4)  # in units of 1e-4

    def cosine(share: float) -> float:
        return peak * (1 + math.cos(math.pi * share)) / 2

    share = (step - warm_up) / (total - warm_up)
    return Drawn(
        f"The learning rate rises linearly to {peak}e-4 in {warm_up} steps and falls as half a "
        f"cosine to 0 at step {total}. What is it at step {step}, in units of 1e-4?",
        cosine(share),
        "",
        (
            f"{share:.3g} of the decay has passed: {peak} * (1 + cos(pi * {share:.3g})) / 2 = "
            f"{cosine(share):.4f}.",
        ),
        (
            Slip(cosine(step / total), "That counts the cosine from step 0, not from the peak."),
            Slip(peak * (1 - share), "That falls linearly."),
            Slip(peak * math.cos(math.pi * share / 2), "That is a quarter of a cosine: it falls "
                 "fastest at the end."),
            Slip(peak * math.cos(math.pi * share), "That lacks (1 + ...) / 2, and gets negative."),
            Slip(cosine((step - warm_up) / total), "The decay is total - warm-up steps long."),
        ),
        within=0.02,
    )  # fmt: skip


def _clipping(rng: random.Random) -> Drawn:
    scale = rng.choice((1, 2, 3))
    a, b, whole = rng.choice(((3, 4, 5), (5, 12, 13), (8, 6, 10), (8, 15, 17)))
    limit = rng.choice((1, 2))
    norms = (a * scale, b * scale)
    value = limit / (whole * scale)
    return Drawn(
        f"A model has two parameters, whose gradients have the norms {norms[0]} and {norms[1]}. "
        f"They are clipped to a global norm of {limit}. By what is each gradient multiplied?",
        value,
        "",
        (
            f"The norm of both together is sqrt({norms[0]}^2 + {norms[1]}^2) = {whole * scale}; "
            f"{limit} / {whole * scale} = {value:.4g}.",
        ),
        (
            Slip(limit / sum(norms), "Norms of parts don't add up; their squares do."),
            Slip(limit / max(norms), "That takes the largest norm."),
            Slip(limit / (whole * scale) ** 2, "That is the square of the norm."),
            Slip(limit / norms[0], "That is the first one alone: the direction would change."),
            Slip(limit / norms[1], "That is the second one alone: the direction would change."),
        ),
        within=ONE_PERCENT,
    )


def _temperature(rng: random.Random) -> Drawn:
    gap = rng.choice((0.6, 0.8, 1.2, 1.5, 1.8))
    temperature = rng.choice((0.4, 0.5, 0.6, 0.7, 1.5, 2.0))
    value = math.exp(gap / temperature)
    return Drawn(
        f"Two logits differ by {gap}. At temperature {temperature}, how many times as probable is "
        "the greater one?",
        value,
        "times",
        (f"exp({gap} / {temperature}) = {value:.4f}.",),
        (
            Slip(math.exp(gap), "That is temperature 1."),
            Slip(math.exp(gap * temperature), "That multiplies by the temperature."),
            Slip(math.exp(gap) / temperature, "The logits are divided, not the probabilities."),
            Slip(gap / temperature, "That is the difference of the logits; the ratio is its exp."),
        ),
        within=ONE_PERCENT,
    )


def _nucleus(rng: random.Random) -> Drawn:
    cuts = sorted(rng.sample(range(1, 40), 6))
    parts = [b - a for a, b in zip([0, *cuts], [*cuts, 40], strict=True)]
    shares = sorted((round(p * 2.5, 1) for p in parts), reverse=True)
    p = rng.choice((50, 60, 70, 80, 90)) + 1
    sums = list(accumulate(shares))
    value = next(i for i, total in enumerate(sums, 1) if total >= p)
    shown = ", ".join(f"{share:g}" for share in rng.sample(shares, len(shares)))
    return Drawn(
        f"A distribution over seven tokens, in percent: {shown}. How many does top-p keep with "
        f"p = {p / 100}?",
        value,
        "tokens",
        (
            f"From the top: {', '.join(f'{total:g}' for total in sums[:value])} percent. The token "
            f"that crosses {p} is kept.",
        ),
        (
            Slip(value - 1, "That leaves out the token that crosses p: what is kept falls short "
                 "of it."),
            Slip(value + 1, "That keeps one more: p is reached already."),
            Slip(sum(share * 100 >= p for share in shares), "That compares each probability with "
                 "p."),
            Slip(7, "That keeps all."),
        ),
    )  # fmt: skip


MEASURE_KINDS = (
    NumberKind(
        "score-variance", Topic.ATTENTION, _score_variance,
        "Scores grow with the width, the softmax saturates, and its gradients vanish.",
        ("attention",),
        "Vaswani et al. 2017, section 3.2.1, footnote 4",
    ),
    NumberKind(
        "perplexity-of-pieces", Topic.OBJECTIVES, _perplexity,
        "The number depends on how the text was cut, and two runs of one model seem to differ.",
        ("perplexity",),
    ),
    NumberKind(
        "bits-a-byte", Topic.OBJECTIVES, _bits_a_byte,
        "Models with different tokenizers are ranked by the length of their tokens.",
        ("perplexity", "segmentation-stats"),
    ),
    NumberKind(
        "initial-loss", Topic.OBJECTIVES, _initial_loss,
        "A wrong scale of the initial weights, or an answer that leaks, passes unseen at step 0.",
        ("cross-entropy", "causal-lm-loss"),
    ),
    NumberKind(
        "labelled-positions", Topic.OBJECTIVES, _masked,
        "Kept tokens get no label, and the model learns nothing where it sees no [MASK].",
        ("mlm-masking",),
        "Devlin et al. 2019, section 3.1",
    ),
    NumberKind(
        "rope-wavelength", Topic.POSITIONS, _wavelength,
        "The context is stretched for pairs that never needed it, or not for those that do.",
        ("rope", "rope-scaling"),
    ),
    NumberKind(
        "sinusoid-entry", Topic.POSITIONS, _sinusoid,
        "Nothing raises: the model trains worse, and a ported checkpoint gives other outputs.",
        ("sinusoidal-positions",),
    ),
    NumberKind(
        "layer-norm-entry", Topic.BLOCKS, _layer_norm,
        "Outputs differ from the checkpoint's in the second digit, in every layer.",
        ("layer-norm", "rms-norm"),
    ),
    NumberKind(
        "cosine-rate", Topic.TRAINING, _warm_up,
        "The rate jumps where the warm-up ends, or never reaches its floor.",
    ),
    NumberKind(
        "clipping-factor", Topic.TRAINING, _clipping,
        "Tensors are clipped one by one, and the update points somewhere else.",
    ),
    NumberKind(
        "temperature-ratio", Topic.DECODING, _temperature,
        "A setting that was meant to make text safer makes it wilder, or hardly acts.",
        ("temperature-sampling", "softmax"),
    ),
    NumberKind(
        "nucleus-size", Topic.DECODING, _nucleus,
        "With one token above p nothing is left, and sampling fails or gives a random token.",
        ("top-p",),
    ),
)  # fmt: skip
