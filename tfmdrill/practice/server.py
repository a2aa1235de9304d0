"""The processes that are kept between commands, for `server` and `doctor`."""

from tfmdrill import config
from tfmdrill.model.machine import Kept


def find_kept() -> Kept:
    """Every process that holds a framework ready for the next `grade`."""
    from tfmdrill.runner.server import Unusable, kept_zygotes

    if not config.server_wanted():
        return Kept(refused="TFMDRILL_NO_SERVER is set")
    try:
        return Kept(tuple(kept_zygotes()))
    except Unusable as error:
        return Kept(refused=str(error))


def stop_kept() -> int:
    """Ends all of them; how many there were."""
    from tfmdrill.runner.server import Unusable, stop_kept_zygotes

    try:
        return stop_kept_zygotes()
    except Unusable:
        return 0
