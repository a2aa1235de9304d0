"""The command line: a group whose commands are modules of their own, imported when asked for."""

import importlib

import click

from tfmdrill import __version__

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
    "verify",
    "server",
    "doctor",
    "completion",
)


class _LazyGroup(click.Group):
    """Imports a command's module only when that command, or the help of all, is wanted."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 click's signature
        return list(COMMANDS)

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002 click's signature
        name: str,
    ) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"tfmdrill.cli.{name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            import difflib

            near = difflib.get_close_matches(args[0], COMMANDS, 1)
            meant = f"did you mean {near[0]}?" if near else "`tfmdrill --help` shows them all."
            raise click.UsageError(f"there is no command {args[0]!r}; {meant}", ctx)
        return super().resolve_command(ctx, args)


@click.group(
    cls=_LazyGroup,
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
