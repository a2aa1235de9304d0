"""After a pass: the user's code and the model answer, what they cost and how they read."""

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tfmdrill.model.report import SideBySide
from tfmdrill.render.console import indented
from tfmdrill.render.inert import lines_of
from tfmdrill.render.quantities import seconds, size

BESIDE_COLUMNS = 100  # narrower than this, the sources stand one above the other


def print_beside(beside: SideBySide, console: Console) -> None:
    """A small table of CPU and memory, then both sources."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("")
    table.add_column("yours", justify="right")
    table.add_column("model answer", justify="right")
    table.add_row("CPU", seconds(beside.user_cpu_s), seconds(beside.model_cpu_s))
    table.add_row("memory", size(beside.user_memory_bytes), size(beside.model_memory_bytes))
    console.print()
    console.print(table)
    console.print()
    yours, model = lines_of(beside.user_source)[0], lines_of(beside.model_source)[0]
    if console.width >= BESIDE_COLUMNS:
        _print_columns("\n".join(yours), "\n".join(model), console)
        return
    for title, lines in (("yours", yours), ("model answer", model)):
        indented(console, Text(title, style="bold"))
        for line in lines:
            indented(console, Text(line), 4, hang=2)


def _print_columns(yours: str, model: str, console: Console) -> None:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, expand=True)
    table.add_column("yours", ratio=1, overflow="fold")
    table.add_column("model answer", ratio=1, overflow="fold")
    # One cell a source: a long line of one must not push the other's lines apart.
    table.add_row(Text(yours), Text(model))
    console.print(table)
