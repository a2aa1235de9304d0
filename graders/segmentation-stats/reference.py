"""How byte-pair encoding cuts the words of a text.

Source: Rust et al. 2021, How Good is Your Tokenizer?, section 3.2.
"""

import re
from itertools import pairwise


def segmentation_stats(text, merges):
    """Tokens a word, bytes a token, and the number of words that are one token.

    >>> segmentation_stats("ab ab", [(b"a", b"b")])["tokens_per_word"]
    1.5
    """
    words = split_words(text)
    lengths = [len(bpe_tokens(word, merges)) for word in words]
    sizes = [len(word.encode("utf-8")) for word in words]
    if not words:
        return {"tokens_per_word": 0.0, "bytes_per_token": 0.0, "single_token_words": 0}
    tokens = sum(lengths)
    tokens_per_word = tokens / len(words)
    bytes_per_token = sum(sizes) / tokens
    single = lengths.count(1)
    return {
        "tokens_per_word": tokens_per_word,
        "bytes_per_token": bytes_per_token,
        "single_token_words": single,
    }


def split_words(text):
    """Runs of characters other than the space, each with one space before it."""
    return re.findall(" ?[^ ]+", text)


def bpe_tokens(word, merges):
    """The tokens of one word, as bytes."""
    ranks = {tuple(pair): rank for rank, pair in enumerate(merges)}
    data = word.encode("utf-8")
    tokens = [data[i : i + 1] for i in range(len(data))]
    while True:
        known = [pair for pair in pairwise(tokens) if pair in ranks]
        if not known:
            return tokens
        tokens = merge_pair(tokens, min(known, key=ranks.get))


def merge_pair(tokens, pair):
    """All occurrences of the pair joined, left to right and without overlap."""
    left, right = pair
    merged = []
    i = 0
    while i < len(tokens):
        if tokens[i : i + 2] == [left, right]:
            merged.append(left + right)
            i += 2
        else:
            merged.append(tokens[i])
            i += 1
    return merged
