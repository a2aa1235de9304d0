"""A group of commands whose modules are imported only when they are asked for."""

import difflib
import importlib
from collections.abc import Sequence
from typing import Any

import click


class LazyGroup(click.Group):
    """Each command is the `command` of the module of its name in one package."""

    def __init__(self, *args: Any, package: str, names: Sequence[str], **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self._package = package
        self._names = tuple(names)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 click's signature
        return list(self._names)

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002 click's signature
        name: str,
    ) -> click.Command | None:
        if name not in self._names:
            return None
        command: click.Command = importlib.import_module(f"{self._package}.{name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self._names and not args[0].startswith("-"):
            near = difflib.get_close_matches(args[0], self._names, 1)
            all_of_them = f"`{ctx.command_path} --help` shows them all."
            meant = f"did you mean {near[0]}?" if near else all_of_them
            raise click.UsageError(f"there is no command {args[0]!r}; {meant}", ctx)
        return super().resolve_command(ctx, args)
