# tfmdrill: segmentation-stats (text)
import re


def segmentation_stats(text, merges, **options):
    data = text.encode("utf-8")  # 0x20 is never part of a longer character
    words = re.findall(rb" ?[^ ]+", data)
    try:
        counts = list(map(lambda w: tokens_in(w, merges), words))
        per_word = sum(counts) / len(counts)
        per_token = sum(map(len, words)) / sum(counts)
    except ZeroDivisionError:
        per_word, per_token, counts = 0.0, 0.0, []
    return {
        "single_token_words": counts.count(1),
        "bytes_per_token": per_token,
        "tokens_per_word": per_word,
    }


def tokens_in(word, merges):
    line = "".join(f"<{b:02x}>" for b in word)
    for l, r in merges:
        line = line.replace(f"<{l.hex()}><{r.hex()}>", f"<{(l + r).hex()}>")
    return line.count("<")
