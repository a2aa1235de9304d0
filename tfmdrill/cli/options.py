"""Options and arguments that several commands take."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from tfmdrill.model.pack import Framework

F = TypeVar("F", bound=Callable[..., Any])

pack_option = click.option(
    "--pack",
    "packs",
    type=click.Path(path_type=Path),
    multiple=True,
    help="Another folder with problems/ and graders/ in it; may be given several times.",
)
plain_option = click.option(
    "--plain", is_flag=True, help="Sentences instead of columns, boxes and colour."
)
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON document instead.")
server_option = click.option(
    "--no-server",
    "keep_warm",
    is_flag=True,
    flag_value=False,
    default=True,
    help="Neither use nor leave a process that holds the framework ready for the next command.",
)
jobs_option = click.option(
    "--jobs",
    type=click.IntRange(min=1, max=1024),
    help="Worker processes.  [default: one a core]",
)
framework_option = click.option(
    "--framework",
    type=click.Choice([f.value for f in Framework]),
    callback=lambda _context, _option, value: Framework(value) if value else None,
    help="PyTorch or NumPy (text for plain Python), where the problem leaves the choice.",
)


def examples(*lines: str) -> str:
    """The example that ends a command's help."""
    return "\b\nExample:\n" + "\n".join(f"  {line}" for line in lines)


def complete_slug(
    _context: click.Context, _parameter: click.Parameter, incomplete: str
) -> list[str]:
    """The names of problems that begin so, for the shell; those of variants after a colon."""
    from tfmdrill.catalogue import active_packs, all_names

    names = [name for name in all_names(active_packs()) if name.startswith(incomplete)]
    return [name for name in names if ":" in incomplete or ":" not in name]


def complete_variant(
    context: click.Context, _parameter: click.Parameter, incomplete: str
) -> list[str]:
    """The variants that the problem on the command line has, for the shell."""
    from tfmdrill.catalogue import active_packs, all_summaries

    slug = context.params.get("slug")
    names = [n for s in all_summaries(active_packs()) if slug in (None, s.slug) for n in s.variants]
    return sorted({name for name in names if name.startswith(incomplete)})


def slug_argument(*, required: bool = True) -> Callable[[F], F]:
    """SLUG, which the shell completes; without it, where allowed, this folder's one problem."""
    return click.argument("slug", required=required, shell_complete=complete_slug)
