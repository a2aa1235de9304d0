# tfmdrill: segmentation-stats (text)
import re


def segmentation_stats(text, merges):
    rank = {p: r for r, p in enumerate(merges)}
    ws = re.findall(" ?[^ ]+", text)
    if not ws:
        return {"tokens_per_word": 0, "bytes_per_token": 0, "single_token_words": 0}

    def encode(w):
        t = [bytes([b]) for b in w.encode()]
        while True:
            c = [p for p in zip(t, t[1:]) if p in rank]
            if not c:
                return t
            p, out, i = min(c, key=rank.get), [], 0
            while i < len(t):
                if i < len(t) - 1 and (t[i], t[i + 1]) == p:
                    out.append(p[0] + p[1])
                    i += 2
                else:
                    out.append(t[i])
                    i += 1
            t = out

    T = len(encode("".join(ws)))
    return {
        "tokens_per_word": T / len(ws),
        "bytes_per_token": sum(len(w.encode()) for w in ws) / T,
        "single_token_words": sum(len(encode(w)) == 1 for w in ws),
    }
