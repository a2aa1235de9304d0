# tfmdrill: byte-level-tokenizer (text)
import regex

PAT = regex.compile(
    r"""'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""
)


def merge(ids, a, b, new):
    out = []
    for x in ids:
        if out and out[-1] == a and x == b:
            out[-1] = new
        else:
            out.append(x)
    return out


class Tokenizer:
    def __init__(self, merges, special_tokens):
        self.tokens = [bytes([i]) for i in range(256)]
        self.tokens += [a + b for a, b in merges]
        self.n_regular = len(self.tokens)
        self.special_tokens = sorted(special_tokens, key=len, reverse=True)
        self.tokens += [s.encode() for s in self.special_tokens]
        number = {}
        for i, t in enumerate(self.tokens[: self.n_regular]):
            number.setdefault(t, i)
        self.rules = [
            (number[a], number[b], 256 + i)
            for i, (a, b) in enumerate(merges)
            if number[a + b] == 256 + i
        ]

    def _word(self, word):
        ids = list(word.encode("utf-8"))
        for a, b, new in self.rules:
            if len(ids) > 1:
                ids = merge(ids, a, b, new)
        return ids

    def _chunks(self, text):
        by_length = sorted(self.special_tokens, key=lambda s: -len(s))
        start = i = 0
        while i < len(text):
            hit = next((s for s in by_length if text.startswith(s, i)), None)
            if hit is None:
                i += 1
                continue
            yield text[start:i], False
            yield hit, True
            i += len(hit)
            start = i
        yield text[start:], False

    def encode(self, text):
        ids = []
        for chunk, special in self._chunks(text):
            if special:
                ids.append(self.n_regular + self.special_tokens.index(chunk))
                continue
            for word in PAT.findall(chunk):
                ids += self._word(word)
        return ids

    def decode(self, ids):
        for i in ids:
            if i < 0 or i >= len(self.tokens):
                raise ValueError(f"token id {i} is unknown")
        return b"".join(self.tokens[i] for i in ids).decode("utf-8", "replace")
