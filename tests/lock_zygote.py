"""A small zygote for the tests of the lock, run as a program of its own.

Standard input: a JSON object with the folder of `inside`, the layers (null: those probed), the
readable paths, limits, code to run before the probe, before the fork and before the lock, and the
pieces of code that the locked child runs, by name.
Standard output: what was probed, each piece's result, and how the child ended.
"""

import json
import os
import sys


def result_of(code: str, names: dict[str, object]) -> str:
    """What a piece of code does: "done", the name and errno of its exception, or what it `says`."""
    names.pop("says", None)
    try:
        exec(code, names)
    except OSError as error:
        return f"{type(error).__name__} {error.errno}"
    except BaseException as error:
        return f"{type(error).__name__} {error}"
    return str(names.get("says", "done"))


def main() -> None:
    order = json.load(sys.stdin)
    sys.path.insert(0, order["folder"])
    names: dict[str, object] = {"ZYGOTE": os.getpid()}
    exec(order["before_probe"], names)
    from inside import lock

    found = lock.probe()
    present = [layer for layer, reason in found.items() if not reason]
    layers = present if order["layers"] is None else order["layers"]
    policy = lock.Policy(
        readable=tuple(order["readable"]),
        memory_bytes=order["memory_bytes"],
        cpu_s=order["cpu_s"],
        open_files=64,
        layers=frozenset(layers),
    )
    names |= {"lock": lock, "policy": policy}
    answer = {"probe": found, "tier": lock.tier(found), "results": {}}
    reader, writer = os.pipe()
    exec(order["before_fork"], names)
    try:
        pid = lock.fork(policy)
    except lock.LockFailed as failed:
        print(json.dumps(answer | {"failed": failed.layer}))
        return
    if pid == 0:
        try:
            exec(order["before_lock"], names)
            try:
                lock.apply(policy)
            except lock.LockFailed as failed:
                report({"failed": failed.layer}, writer)
                os._exit(3)
            for name, code in order["pieces"].items():
                report({name: result_of(code, names)}, writer)
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        lines = pipe.read().splitlines()
    _, status = os.waitpid(pid, 0)
    results = answer["results"]
    for line in lines:
        results.update(json.loads(line))
    failed = results.pop("failed", "")
    killed_by = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    print(json.dumps(answer | {"failed": failed, "killed_by": killed_by}))


def report(line: dict[str, str], writer: int) -> None:
    os.write(writer, json.dumps(line).encode() + b"\n")


if __name__ == "__main__":
    main()
