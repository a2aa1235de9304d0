"""Scores, times, sizes and counts as a person reads them."""


def percent(score: float) -> str:
    """100 and 0 only for what is exactly that.

    >>> percent(0.62), percent(0.999), percent(0.001)
    ('62 %', '99 %', '1 %')
    """
    if score in (0, 1):
        return f"{score * 100:.0f} %"
    return f"{min(99, max(1, round(score * 100)))} %"


def seconds(value: float) -> str:
    """A time in s as a person reads it.

    >>> seconds(0.0312), seconds(2.5), seconds(75)
    ('31 ms', '2.5 s', '75 s')
    """
    if value < 1:
        return f"{value * 1000:.2g} ms" if value < 0.01 else f"{value * 1000:.0f} ms"
    return f"{value:.1f} s" if value < 10 else f"{value:.0f} s"


def size(value: int) -> str:
    """A number of bytes as a person reads it.

    >>> size(900), size(1536), size(300 * 1024**2)
    ('900 B', '1.5 KiB', '300 MiB')
    """
    amount = float(value)
    for unit in ("B", "KiB", "MiB"):
        if amount < 1024:
            return f"{amount:.0f} {unit}" if unit == "B" or amount >= 10 else f"{amount:.1f} {unit}"
        amount /= 1024
    return f"{amount:.1f} GiB"


def count(n: int, noun: str) -> str:
    """
    >>> count(1, "check"), count(3, "check")
    ('1 check', '3 checks')
    """
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"
