"""Text from a submission made safe to show: what would steer a terminal becomes visible."""

import re

# Controls but newline and tab, line and paragraph separators, bidirectional marks, surrogates.
_STEERING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)


def visible(text: str, limit: int | None = None) -> str:
    r"""The text with each steering character spelled out, cut after `limit` characters.

    >>> visible("a\x1b[31mred")
    'a\\x1b[31mred'
    """
    cut = text if limit is None or len(text) <= limit else text[:limit] + "..."
    return _STEERING.sub(_spell, cut.replace("\r\n", "\n"))


def _spell(match: re.Match[str]) -> str:
    code = ord(match.group())
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
