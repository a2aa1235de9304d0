"""Random texts, tables of byte-pair merges and token ids, for the cases of tokenizer problems."""

from collections.abc import Sequence

from tfmdrill.grading.draw import Draw

Merge = tuple[bytes, bytes]

LETTERS = "abcdefghijklmnopqrstuvwxyz"
ATTEMPTS = 60  # random runs of bytes looked at for each merge that is wanted


def random_letters(draw: Draw, n: int) -> list[str]:
    """n different small letters."""
    return [LETTERS[i] for i in draw.permutation(len(LETTERS))[:n]]


def random_text(draw: Draw, characters: Sequence[str], n: int) -> str:
    """n of the characters, each drawn on its own."""
    return "".join(draw.choice(characters) for _ in range(n))


def random_merges(
    draw: Draw, data: bytes, n: int, *, longest: int = 6, start: Sequence[Merge] = ()
) -> list[Merge]:
    """`start` and then merges up to n in all, each of two tokens that touch somewhere in `data`.

    Well formed: a part is a byte or an earlier result, and no two merges give the same bytes.
    Runs of bytes know no characters: where data holds long ones, they are cut as often as not.
    """
    merges = list(start)
    tokens = {bytes([value]) for value in range(256)} | {left + right for left, right in start}
    for _ in range(ATTEMPTS * n):
        if len(merges) >= n:
            break
        first = draw.integer(0, len(data) - 1)
        result = data[first : first + draw.integer(2, longest)]
        cuts = [cut for cut in range(1, len(result)) if {result[:cut], result[cut:]} <= tokens]
        if cuts and result not in tokens:
            cut = draw.choice(cuts)
            merges.append((result[:cut], result[cut:]))
            tokens.add(result)
    return merges


def random_ids(draw: Draw, data: bytes, merges: Sequence[Merge]) -> list[int]:
    """Ids whose bytes are `data`: at each place one of the tokens that fit, merged ones sooner."""
    numbers: dict[bytes, int] = {}
    for i, (left, right) in enumerate(merges):
        numbers.setdefault(left + right, 256 + i)
    ids: list[int] = []
    start = 0
    while start < len(data):
        byte = data[start : start + 1]
        fitting = [token for token in numbers if data.startswith(token, start)]
        token = draw.choice([byte, *fitting, *fitting])
        ids.append(numbers.get(token, byte[0]))
        start += len(token)
    return ids


def whole_characters(text: str) -> list[Merge]:
    """The merges that put each character of several bytes together, byte after byte."""
    characters = [character.encode() for character in text]
    merges = [(c[:end], c[end : end + 1]) for c in characters for end in range(1, len(c))]
    return list(dict.fromkeys(merges))
