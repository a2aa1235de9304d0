# tfmdrill: segmentation-stats (text)
import re


def bpe(word, merges):
    ranks = {pair: i for i, pair in enumerate(merges)}
    tokens = [bytes([b]) for b in word.encode("utf-8")]
    while len(tokens) > 1:
        pair = next((p for p in zip(tokens, tokens[1:]) if p in ranks), None)
        if pair is None:
            break
        out, i = [], 0
        while i < len(tokens):
            if tuple(tokens[i : i + 2]) == pair:
                out.append(pair[0] + pair[1])
                i += 2
            else:
                out.append(tokens[i])
                i += 1
        tokens = out
    return tokens


def segmentation_stats(text, merges):
    words = re.findall(r" ?[^ ]+", text)
    if not words:
        return {"tokens_per_word": 0.0, "bytes_per_token": 0.0, "single_token_words": 0}
    n_tokens = 0
    n_bytes = 0
    single = 0
    for word in words:
        tokens = bpe(word, merges)
        n_tokens += len(tokens)
        n_bytes += len(word.encode("utf-8"))
        if len(tokens) == 1:
            single += 1
    return {
        "tokens_per_word": n_tokens / len(words),
        "bytes_per_token": n_bytes / n_tokens,
        "single_token_words": single,
    }
