# tfmdrill: segmentation-stats (text)
import re
from dataclasses import asdict, dataclass


@dataclass
class Result:
    tokens_per_word: float = 0.0
    bytes_per_token: float = 0.0
    single_token_words: int = 0


class Segmentation:
    word = re.compile(r" ?[^ ]+")

    def __call__(self, text, merges):
        words = [w.encode("utf-8") for w in self.word.findall(text)]
        if len(words) == 0:
            return asdict(Result())
        lens = [self.length(list(w), merges) for w in words]
        return asdict(
            Result(sum(lens) / len(lens), sum(map(len, words)) / sum(lens), sum(n < 2 for n in lens))
        )

    @staticmethod
    def length(ids, merges):
        known = {bytes([i]): i for i in range(256)}
        for i, (l, r) in enumerate(merges):
            known[l + r] = 256 + i
            a, b, j = known[l], known[r], 0
            while j < len(ids) - 1:
                if ids[j] == a and ids[j + 1] == b:
                    ids[j : j + 2] = [256 + i]
                j += 1
        return len(ids)


segmentation_stats = Segmentation()
