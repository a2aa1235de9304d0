"""`tfmdrill demo`: the main job, shown once on a real attempt."""

import click

from tfmdrill.cli.clock import now
from tfmdrill.cli.options import examples, plain_option
from tfmdrill.errors import ExitCode
from tfmdrill.model.pack import Framework


@click.command("demo", epilog=examples("tfmdrill demo", "tfmdrill demo --framework numpy"))
@click.option(
    "--framework",
    type=click.Choice([Framework.TORCH.value, Framework.NUMPY.value]),
    callback=lambda _context, _option, value: Framework(value) if value else None,
    help="PyTorch where it is installed, else NumPy.",
)
@plain_option
@click.pass_context
def command(context: click.Context, framework: Framework | None, plain: bool) -> None:
    """Grade a wrong answer, see why it is wrong, and mend it.

    Everything happens in a temporary folder, with the engine that grades your files.
    """
    from tfmdrill.practice.demo import demo_framework, run_demo
    from tfmdrill.render.console import open_console
    from tfmdrill.render.demo import print_demo

    demo = run_demo(framework or demo_framework(), now())
    print_demo(demo, console=open_console(plain=plain), plain=plain)
    context.exit(ExitCode.PASSED if demo.as_promised else ExitCode.GRADER_FAULT)
