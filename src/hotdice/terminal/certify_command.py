"""`hotdice certify`: confirm a solution with a checker that shares no code with the solver."""

import time
from pathlib import Path

import click

from hotdice.rules import load, shipped
from hotdice.terminal.breaking_off import broken_off
from hotdice.terminal.options import fail, json_option, print_json
from hotdice.terminal.progress import share_bar
from hotdice.testing.certificates import Certificate, CertificateError, check, read_certificate


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def command(file: Path, as_json: bool) -> None:
    """Confirm that the value of every state of a race lies between the bounds of a certificate.

    `hotdice solve RULES --certify FILE` writes one. Exit code 1 where a bound does not hold.
    """
    begun = time.perf_counter()
    try:
        certificate = read_certificate(file)
        with share_bar("checking") as progress:
            verdict = check(certificate, progress)
    except CertificateError as error:
        fail(str(error))
    except OSError as error:
        fail(f"{file} cannot be read ({error.strerror or error})")
    except KeyboardInterrupt:
        broken_off("stopped")
    rules, ok = certificate.rules, not verdict.problems
    if as_json:
        answer = {"ok": ok, "rules": rules.name, "hash": rules.hash, "sheet": _is_shipped(certificate)}
        answer |= {key: getattr(verdict, key) for key in ("states", "lower", "upper", "width", "problems")}
        print_json(answer | {"seconds": time.perf_counter() - begun})
    else:
        own = "as it comes with Hotdice" if _is_shipped(certificate) else "with rules of its own"
        click.echo(f"{rules.title}, {own} ({rules.hash[:16]})")
        for problem in verdict.problems:
            click.echo(f"Not confirmed: {problem}.")
        if ok:
            click.echo(
                f"All {verdict.states:,} states lie between their bounds, {verdict.width:.1e} apart at most."
            )
            click.echo(
                f"The first of two players wins at least {verdict.lower:.15%}, at most {verdict.upper:.15%}."
            )
        click.echo(f"Checked in {time.perf_counter() - begun:.0f} s.")
    if not ok:
        raise SystemExit(1)


def _is_shipped(certificate: Certificate) -> bool:
    """Whether the rule set is the shipped sheet of its name, and not one that only says so."""
    name = certificate.rules.name
    return name in shipped() and load(name).hash == certificate.rules.hash
