"""The processes that are kept between commands, for `server` and `doctor`."""

import contextlib

from tfmdrill import config
from tfmdrill.model.machine import Kept


def find_kept() -> Kept:
    """Every process that is kept ready for the next `grade`."""
    from tfmdrill.kept.client import kept_graders
    from tfmdrill.runner.server import kept_zygotes
    from tfmdrill.sockets import Unusable

    if not config.server_wanted():
        return Kept(refused="TFMDRILL_NO_SERVER is set")
    try:
        return Kept(tuple(kept_zygotes()), tuple(kept_graders()))
    except Unusable as error:
        return Kept(refused=str(error))


def stop_kept() -> int:
    """Ends all of them, and clears up after any that were killed; how many there were."""
    from tfmdrill.kept.client import stop_kept_graders
    from tfmdrill.runner.server import stop_kept_zygotes
    from tfmdrill.sockets import Unusable, sweep

    try:
        with contextlib.suppress(OSError):
            sweep()
        return stop_kept_graders() + stop_kept_zygotes()
    except Unusable:
        return 0
