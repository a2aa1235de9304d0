"""The command line: a group whose commands are modules of their own, imported when asked for."""

import click

from tfmdrill import __version__
from tfmdrill.cli.lazy import LazyGroup

# In the order of a person's way through a problem. Each is the module tfmdrill.cli.<name>.
COMMANDS = (
    "demo",
    "list",
    "next",
    "progress",
    "show",
    "new",
    "grade",
    "watch",
    "shapes",
    "hint",
    "solution",
    "reset",
    "quiz",
    "interview",
    "dispute",
    "course",
    "verify",
    "server",
    "doctor",
    "completion",
)


@click.group(
    cls=LazyGroup,
    package="tfmdrill.cli",
    names=COMMANDS,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="\b\nExample:\n  tfmdrill new attention-masks\n  tfmdrill grade",
)
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.option("--debug", is_flag=True, help="Show the traceback if tfmdrill itself fails.")
@click.pass_context
def command_line(context: click.Context, debug: bool) -> None:
    """Learn to write transformers: exercises whose grader names the mistake you made.

    Without a COMMAND: today's plan, as `tfmdrill next` shows it.
    """
    del debug  # read by tfmdrill.__main__, which also sees failures before this point
    if context.invoked_subcommand is None:
        from tfmdrill.cli.next import command

        context.invoke(command, start=False, framework=None, as_json=False, plain=False, packs=())
