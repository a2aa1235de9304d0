# tfmdrill: wordpiece-encode (text)
import functools


class WordPiece:
    unk = ["[UNK]"]

    def __call__(self, word, vocab, *, max_chars=100):
        if max_chars < len(word):
            return list(self.unk)
        return list(self._encode(word, frozenset(vocab)))

    @functools.lru_cache(maxsize=None)
    def _encode(self, word, vocab):
        longest = max(map(len, vocab), default=0)
        done, i = [], 0
        while i < len(word):
            for j in range(min(len(word), i + longest), i, -1):
                p = word[i:j] if i == 0 else "##" + word[i:j]
                if p in vocab:
                    done.append(p)
                    i = j
                    break
            else:
                return tuple(self.unk)
        return tuple(done)


wordpiece_encode = WordPiece()
