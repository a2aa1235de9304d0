"""`tfmdrill doctor`: what this machine isolates, and what it really stops."""

import click

from tfmdrill.cli.options import examples, json_option, plain_option


@click.command("doctor", epilog=examples("tfmdrill doctor"))
@json_option
@plain_option
def command(as_json: bool, plain: bool) -> None:
    """Show how well this machine locks a submission in."""
    from tfmdrill.practice.machine import examine_machine

    machine = examine_machine()
    if as_json:
        from tfmdrill.render.document import doctor_json
        from tfmdrill.render.notices import print_document

        print_document(doctor_json(machine))
        return
    from tfmdrill.render.console import open_console
    from tfmdrill.render.machine import print_doctor

    print_doctor(machine, console=open_console(plain=plain), plain=plain)
