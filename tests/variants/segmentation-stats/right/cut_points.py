# tfmdrill: segmentation-stats (text)
def n_tokens(data, merges):
    cuts = list(range(len(data) + 1))
    for left, right in merges:
        k = 1
        while k < len(cuts) - 1:
            if data[cuts[k - 1] : cuts[k]] == left and data[cuts[k] : cuts[k + 1]] == right:
                del cuts[k]
            k += 1
    return len(cuts) - 1


class Stats(dict):
    pass


def segmentation_stats(text, merges):
    starts = [
        i - (i > 0)
        for i in range(len(text))
        if text[i] != " " and (i == 0 or text[i - 1] == " ")
    ]
    stats = Stats(tokens_per_word=0.0, bytes_per_token=0.0, single_token_words=0)
    tokens = size = 0
    for s in starts:
        end = text.find(" ", s + 1)
        word = text[s : end if end > 0 else len(text)].encode()
        n = n_tokens(word, merges)
        tokens, size = tokens + n, size + len(word)
        stats["single_token_words"] += n == 1
    if starts:
        stats["tokens_per_word"] = tokens / len(starts)
        stats["bytes_per_token"] = size / tokens
    return dict(stats)
