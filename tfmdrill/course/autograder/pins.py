"""The versions of everything that tfmdrill uses here, for pip to install the same elsewhere."""

import re
from importlib import metadata

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
EXTRA = re.compile(r"extra\s*==\s*['\"]([^'\"]+)['\"]")


def constraints(extras: tuple[str, ...]) -> str:
    """A line a library, `numpy==2.4.6`: what tfmdrill with these extras needs, and what that
    needs, as far as it is installed here. A build of a version, as in 2.13.0+cpu, is left open."""
    pins: dict[str, str] = {}
    waiting = [("tfmdrill", extras)]
    while waiting:
        name, wanted = waiting.pop()
        try:
            found = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue  # of another system, or of an extra that isn't in use
        key = re.sub(r"[-_.]+", "-", name).lower()
        if key in pins:
            continue
        pins[key] = found.version.partition("+")[0]
        for line in found.requires or ():
            extra = EXTRA.search(line)
            needed = NAME.match(line)
            if needed and (extra is None or extra[1] in wanted):
                waiting.append((needed[0], ()))
    del pins["tfmdrill"]
    return "".join(f"{name}=={version}\n" for name, version in sorted(pins.items()))
