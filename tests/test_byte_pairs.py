"""Drawn tables of merges are well formed, and drawn ids spell the bytes they were drawn for."""

import pytest

from tfmdrill.grading.byte_pairs import (
    random_ids,
    random_letters,
    random_merges,
    random_text,
    whole_characters,
)
from tfmdrill.grading.draw import Draw

SEEDS = range(20)


@pytest.mark.parametrize("seed", SEEDS)
def test_each_part_of_a_merge_is_a_byte_or_an_earlier_result_and_results_differ(seed):
    draw = Draw((seed,))
    data = random_text(draw, "abé日", 30).encode()
    merges = random_merges(draw, data, 12, start=whole_characters("é"))
    known = {bytes([value]) for value in range(256)}
    for left, right in merges:
        assert {left, right} <= known
        assert left + right not in known
        assert left + right in data or left + right == "é".encode()
        known.add(left + right)
    assert 2 <= len(merges) <= 12


@pytest.mark.parametrize("seed", SEEDS)
def test_ids_spell_the_data_and_use_merged_tokens(seed):
    draw = Draw((seed,))
    data = random_text(draw, random_letters(draw, 3), 40).encode()
    merges = random_merges(draw, data, 8)
    ids = random_ids(draw, data, [*merges, merges[0]])
    spelt = [bytes([i]) if i < 256 else b"".join(merges[i - 256]) for i in ids]
    assert b"".join(spelt) == data
    assert max(ids) >= 256


def test_letters_are_different_and_the_same_for_the_same_seed():
    first, again = (random_letters(Draw((3,)), 10) for _ in range(2))
    assert first == again
    assert len(set(first)) == 10


def test_characters_are_put_together_byte_after_byte():
    assert whole_characters("aéé") == [(b"\xc3", b"\xa9")]
    assert whole_characters("日") == [(b"\xe6", b"\x97"), (b"\xe6\x97", b"\xa5")]
