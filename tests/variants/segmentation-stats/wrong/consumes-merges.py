# tfmdrill: segmentation-stats (text)
import re


def bpe(word, ranks):
    toks = [bytes([c]) for c in word]
    while True:
        known = [(ranks[p], p) for p in zip(toks, toks[1:]) if p in ranks]
        if not known:
            return toks
        pair = min(known)[1]
        out, i = [], 0
        while i < len(toks):
            if i + 1 < len(toks) and (toks[i], toks[i + 1]) == pair:
                out.append(toks[i] + toks[i + 1])
                i += 2
            else:
                out.append(toks[i])
                i += 1
        toks = out


def segmentation_stats(text, merges):
    ranks = {}
    r = 0
    while merges:
        ranks[merges.pop(0)] = r
        r += 1
    words = re.findall(r" ?[^ ]+", text)
    tokens = sum(len(bpe(w.encode(), ranks)) for w in words)
    if not words:
        return dict(tokens_per_word=0, bytes_per_token=0, single_token_words=0)
    size = sum(len(w.encode()) for w in words)
    single = sum(len(bpe(w.encode(), ranks)) == 1 for w in words)
    return {
        "tokens_per_word": tokens / len(words),
        "bytes_per_token": size / tokens,
        "single_token_words": single,
    }
