# tfmdrill: segmentation-stats (text)
import re
from collections import Counter


class Tokenizer:
    def __init__(self, merges):
        self.rank = {m: i for i, m in enumerate(map(tuple, merges))}
        self.cache = {}

    def __call__(self, word):
        if word not in self.cache:
            self.cache[word] = self._run([bytes([b]) for b in word.encode("utf-8")])
        return self.cache[word]

    def _run(self, t):
        while True:
            c = [(self.rank[t[i], t[i + 1]], i) for i in range(len(t) - 1) if (t[i], t[i + 1]) in self.rank]
            if not c:
                return t
            _, i = min(c)
            t = t[:i] + [t[i] + t[i + 1]] + t[i + 2 :]


def segmentation_stats(text, merges):
    tok = Tokenizer(merges)
    freq = Counter(re.findall(r"(?: |^)?[^ ]+", text))
    n = sum(freq.values())
    tokens = sum(len(tok(w)) * k for w, k in freq.items())
    size = sum(len(w.encode("utf-8")) * k for w, k in freq.items())
    print("distinct words:", len(freq))
    return {
        "tokens_per_word": tokens / max(n, 1),
        "bytes_per_token": size / max(tokens, 1),
        "single_token_words": sum(k for w, k in freq.items() if len(tok(w)) == 1),
    }
