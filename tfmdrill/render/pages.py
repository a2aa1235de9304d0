"""Self-contained HTML pages: one file, no script, nothing loaded from anywhere."""

from functools import cache
from typing import TYPE_CHECKING

from tfmdrill.catalogue.resources import resource_folder
from tfmdrill.render.inert import visible

if TYPE_CHECKING:
    import jinja2


def page(name: str, **values: object) -> str:
    """The HTML of templates/pages/<name>.html.jinja; it extends base.html.jinja.

    Every value is escaped. Text that others wrote goes through `| visible` besides, which shows
    escapes, bidi marks and control characters instead of letting them act.
    """
    return _environment().get_template(f"{name}.html.jinja").render(**values)


@cache
def _environment() -> "jinja2.Environment":
    """One for all pages: a class has a thousand, and compiling takes longer than filling in."""
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(resource_folder("templates") / "pages"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["visible"] = visible
    return environment
