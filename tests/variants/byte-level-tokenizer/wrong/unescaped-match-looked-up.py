# tfmdrill: byte-level-tokenizer (text)
import functools
import regex

GPT2 = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"


def bpe(word, ranks):
    parts = [word[i : i + 1] for i in range(len(word))]
    while len(parts) > 1:
        k = min(range(len(parts) - 1), key=lambda i: (ranks.get((parts[i], parts[i + 1]), 1e18), i))
        if (parts[k], parts[k + 1]) not in ranks:
            break
        parts[k : k + 2] = [parts[k] + parts[k + 1]]
    return parts


class Tokenizer(object):
    def __init__(self, merges, special_tokens):
        ranks = {p: i for i, p in reversed(list(enumerate(merges)))}
        n = len(merges)
        self._spec = {t: 256 + n + i for i, t in enumerate(special_tokens)}
        ids = {bytes([i]): i for i in range(256)}
        ids.update((a + b, 256 + r) for (a, b), r in ranks.items())
        self._word = functools.lru_cache(None)(
            lambda w: tuple(ids[p] for p in bpe(w.encode(), ranks))
        )
        self._known = dict(
            enumerate(
                [bytes([i]) for i in range(256)]
                + [a + b for a, b in merges]
                + [t.encode() for t in special_tokens]
            )
        )

    def encode(self, text):
        specials = "|".join(t for t in sorted(self._spec, key=len, reverse=True))
        out = []
        last = 0
        for m in regex.finditer(specials, text) if specials else ():
            for w in regex.findall(GPT2, text[last : m.start()]):
                out.extend(self._word(w))
            out.append(self._spec[m.group()])
            last = m.end()
        out.extend(i for w in regex.findall(GPT2, text[last:]) for i in self._word(w))
        return out

    def decode(self, ids):
        unknown = [i for i in ids if i not in self._known]
        if unknown:
            raise ValueError(unknown)
        return bytes().join(self._known[i] for i in ids).decode("utf-8", "replace")
