"""The data folders that ship with tfmdrill, wherever the build's package map put them."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from tfmdrill.errors import GraderFault

if TYPE_CHECKING:
    import jinja2


def resource_folder(name: str) -> Path:
    """The folder that is installed as `tfmdrill.<name>`: in a checkout or in site-packages.

    The import system finds it without running its __init__.py, so no bytecode is written there.
    Raises GraderFault if the installation lacks it.
    """
    spec = find_spec(f"tfmdrill.{name}")
    if spec is None or not spec.submodule_search_locations:
        raise GraderFault(f"this installation lacks the folder {name}/; install tfmdrill again")
    return Path(spec.submodule_search_locations[0]).resolve()


def fill_template(name: str, **values: object) -> str:
    """The text of a template for source or Markdown; `| literal` writes a Python literal.

    Nothing is escaped: no template that makes markup goes through here.
    """
    return _environment().get_template(name).render(**values)


@cache
def _environment() -> "jinja2.Environment":
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(resource_folder("templates")),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["literal"] = repr
    return environment
