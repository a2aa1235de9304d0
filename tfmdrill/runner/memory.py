"""How much memory a process has, as the kernel counts it; 0 where the system doesn't tell."""

from pathlib import Path


def status_bytes(pid: int, key: str) -> int:
    """A size from /proc/PID/status, such as VmRSS."""
    try:
        status = Path(f"/proc/{pid}/status").read_text("utf-8")
    except OSError:
        return 0
    lines = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
    return int(lines.get(key, "0 kB").split()[0]) * 1024
