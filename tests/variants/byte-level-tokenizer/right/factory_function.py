# tfmdrill: byte-level-tokenizer (text)
import re

import regex


def Tokenizer(merges, special_tokens):
    merges = list(map(tuple, merges))
    n = 256 + len(merges)
    rank = dict(zip(reversed(merges), range(len(merges) - 1, -1, -1)))
    vocab = [bytes([i]) for i in range(256)] + [a + b for a, b in merges]
    longest = sorted(special_tokens, key=len, reverse=True)

    class Impl:
        def encode(_, text):
            out = []
            for k, part in enumerate(
                re.split(f"({'|'.join(map(re.escape, longest))})", text) if longest else [text]
            ):
                if k % 2:
                    out.append(n + list(special_tokens).index(part))
                else:
                    for w in words(part):
                        out.extend(word(w))
            return out

        def decode(_, ids):
            buf = []
            for i in ids:
                if not (0 <= i < n + len(special_tokens)):
                    raise ValueError(i)
                buf.append(vocab[i] if i < n else special_tokens[i - n].encode())
            return b"".join(buf).decode("utf-8", errors="replace")

    def words(part):
        return regex.findall(
            r"'(?:s|d|m|t|ll|ve|re)|[ ]?\p{Letter}+|[ ]?\p{Number}+|[ ]?(?:(?!\p{L}|\p{N})\S)+|\s+(?!\S)|\s+",
            part,
        )

    def word(w):
        t = [bytes([b]) for b in w.encode("utf-8")]
        while len(t) > 1:
            r, i = min((rank.get((t[i], t[i + 1]), n), i) for i in range(len(t) - 1))
            if r == n:
                break
            t[i : i + 2] = [t[i] + t[i + 1]]
        return [
            x[0] if len(x) == 1 else 256 + rank[next(m for m in rank if m[0] + m[1] == x)]
            for x in t
        ]

    return Impl()
