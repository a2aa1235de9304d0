"""`tfmdrill server`: the processes that are kept between commands."""

import click

from tfmdrill.cli.options import examples, json_option


@click.command("server", epilog=examples("tfmdrill server", "tfmdrill server --stop"))
@click.option("--stop", is_flag=True, help="End them all now.")
@json_option
def command(stop: bool, as_json: bool) -> None:
    """Show what is kept ready for the next grade, or end it.

    After a grade, the process that imported PyTorch or NumPy stays for a while, so that the next
    grade is quick. It holds no answer of yours or ours. TFMDRILL_NO_SERVER=1 keeps none at all.
    """
    from tfmdrill.practice.server import find_kept, stop_kept
    from tfmdrill.render.console import open_console
    from tfmdrill.render.machine import print_kept, print_stopped

    if stop:
        print_stopped(stop_kept(), console=open_console())
    elif as_json:
        from tfmdrill.render.document import server_json
        from tfmdrill.render.notices import print_document

        print_document(server_json(find_kept()))
    else:
        print_kept(find_kept(), console=open_console())
