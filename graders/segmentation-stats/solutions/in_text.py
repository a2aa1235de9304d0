"""Fertility and compression of a byte-pair tokenizer."""

import re


def segmentation_stats(text, merges):
    """tokens_per_word, bytes_per_token and single_token_words of a text."""
    words = [word.encode("utf-8") for word in re.findall(r" ?[^ ]+", text)]
    if not words:
        return {"tokens_per_word": 0.0, "bytes_per_token": 0.0, "single_token_words": 0}
    counts = [_count_tokens(word, merges) for word in words]
    return {
        "tokens_per_word": sum(counts) / len(words),
        "bytes_per_token": sum(map(len, words)) / sum(counts),
        "single_token_words": counts.count(1),
    }


def _count_tokens(word, merges):
    """How many tokens a word has: one pass for each merge, in order of rank."""
    tokens = [bytes([value]) for value in word]
    for left, right in merges:
        i = 0
        while i < len(tokens) - 1:
            if tokens[i] == left and tokens[i + 1] == right:
                tokens[i : i + 2] = [left + right]
            i += 1
    return len(tokens)
