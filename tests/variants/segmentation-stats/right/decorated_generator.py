# tfmdrill: segmentation-stats (text)
import functools
import warnings


def zero_without_words(f):
    @functools.wraps(f)
    def g(text, merges):
        if set(text) <= {" "}:
            warnings.warn("no words")
            return dict.fromkeys(("tokens_per_word", "bytes_per_token"), 0.0) | {"single_token_words": 0}
        return f(text, merges)

    return g


def _segments(text, merges):
    before = ""
    for piece in text.split(" "):
        if piece:
            tokens = [bytes([b]) for b in (before + piece).encode("utf-8")]
            for pair in merges:
                merged = []
                while tokens:
                    if tuple(tokens[:2]) == tuple(pair):
                        merged.append(tokens.pop(0) + tokens.pop(0))
                    else:
                        merged.append(tokens.pop(0))
                tokens = merged
            yield tokens
        before = " "


@zero_without_words
def segmentation_stats(text, merges):
    segments = list(_segments(text, merges))
    flat = sum(segments, [])
    return {
        "tokens_per_word": len(flat) / len(segments),
        "bytes_per_token": len(b"".join(flat)) / len(flat),
        "single_token_words": sum(len(s) == 1 for s in segments),
    }
