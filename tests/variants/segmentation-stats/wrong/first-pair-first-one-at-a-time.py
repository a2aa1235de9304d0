# tfmdrill: segmentation-stats (text)
import re


def segmentation_stats(text, merges):
    def encode(w):
        t = [bytes([b]) for b in w.encode()]
        i = 0
        while i < len(t) - 1:  # leftmost listed pair first, whatever its rank
            if (t[i], t[i + 1]) in table:
                t[i : i + 2] = [t[i] + t[i + 1]]
                i = 0
            else:
                i += 1
        return t

    table = set(merges)
    ws = re.findall(" ?[^ ]+", text)
    if not ws:
        return {"tokens_per_word": 0, "bytes_per_token": 0, "single_token_words": 0}
    cut = [encode(w) for w in ws]
    T = sum(map(len, cut))
    return {
        "tokens_per_word": T / len(ws),
        "bytes_per_token": sum(len(w.encode()) for w in ws) / T,
        "single_token_words": sum(len(t) == 1 for t in cut),
    }
