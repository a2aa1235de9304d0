"""`tfmdrill completion`: the script that teaches a shell tfmdrill's words."""

import click
from click.shell_completion import get_completion_class

from tfmdrill.cli.options import examples

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_TFMDRILL_COMPLETE"  # click's convention: _<PROGRAM>_COMPLETE


@click.command(
    "completion",
    epilog=examples(
        "tfmdrill completion bash >> ~/.bashrc",
        "tfmdrill completion fish > ~/.config/fish/completions/tfmdrill.fish",
    ),
)
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print the completion script for a shell."""
    from tfmdrill.render.notices import print_document

    of_shell = get_completion_class(shell)
    if of_shell is None:
        raise click.UsageError(f"click knows no completion for {shell}")
    whole = context.find_root().command
    print_document(of_shell(whole, {}, "tfmdrill", VARIABLE).source())
