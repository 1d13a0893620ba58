"""`hotdice keep`: the scorekeeper for a table with real dice."""

import sys
from pathlib import Path

import click

from hotdice.game import Record
from hotdice.rules import Ruleset
from hotdice.terminal import completing
from hotdice.terminal.breaking_off import broken_off
from hotdice.terminal.console import Console, can_draw
from hotdice.terminal.exports import export_sheet
from hotdice.terminal.keep_words import find_seat
from hotdice.terminal.keeper import Keeper, for_a_table, has_cards, names_fault, real_record
from hotdice.terminal.opening import open_app
from hotdice.terminal.options import bags_option, fail, kept_options, load_or_fail, set_option
from hotdice.terminal.paper import Paper, PaperFault, from_paper
from hotdice.terminal.plain_keeper import PlainKeeper
from hotdice.terminal.settings import load_settings
from hotdice.terminal.sheet_choice import ask_sheet
from hotdice.terminal.starting import with_bags
from hotdice.terminal.storage import new_file, record_or_fail, unfinished_games, waits


@click.command()
@click.argument("rules", required=False, shell_complete=completing.sheets)
@click.option("--names", metavar="NAME,NAME", help="Who plays, in the order of play.")
@click.option("--first", metavar="NAME", help="Who begins, instead of the sheet's way.")
@click.option("--totals", metavar="N,N", help="Start from a paper sheet: the totals so far.")
@click.option("--farkles", metavar="N,N", help="With --totals: farkles in a row so far.")
@click.option("--mover", metavar="NAME", help="With --totals: whose turn it is (default: the first).")
@click.option("--round", "round_number", type=int, metavar="N", help="With --totals: the round (default 1).")
@bags_option
@kept_options
@click.option("--export", "target", type=click.Path(path_type=Path),
              help="Write the sheet of --record to a .txt, .csv or .html file and stop.")  # fmt: skip
@click.option("--plain", is_flag=True, help="Plain lines: for screen readers and pipes.")
@set_option
def command(
    *,
    rules: str | None,
    names: str | None,
    first: str | None,
    totals: str | None,
    farkles: str | None,
    mover: str | None,
    round_number: int | None,
    bags: tuple[str, ...],
    file: Path | None,
    resume: bool,
    target: Path | None,
    plain: bool,
    settings: tuple[str, ...],
) -> None:
    """Keep the score of a real game: type points or dice, undo anything. Type help during the game.

    In a terminal the app opens, with arguments at the table; with --plain the conversation is in plain lines.
    """
    interactive = sys.stdin.isatty() and sys.stdout.isatty()
    plain = plain or load_settings().plain
    console = Console(drawn=interactive and not plain and can_draw())
    bare = not (rules or names or first or totals or farkles or mover or round_number or file or resume)
    bare = bare and not target and not settings and not bags
    if bare and console.drawn and not open_app(keep=True):
        return
    try:
        if target is not None:
            _export(file, target)
            return
        keeper = _going_on(file, resume=resume, ask=interactive and rules is None and not names, on=console)
        if keeper is None:
            if rules is None:
                rules = ask_sheet(console) if interactive else "playmonster"
            sheet = for_a_table(load_or_fail(rules, settings))
            who = _names(sheet, names, console if interactive else None)
            paper = Paper(totals or "", farkles or "", mover or "", str(round_number or ""))
            record = with_bags(_record(sheet, who, first, paper), bags)
            keeper = Keeper(record, file or new_file(sheet))
            keeper.save()
            if not console.drawn:
                _welcome(keeper, console)
        if console.drawn and keeper.file is not None:
            open_app(table=(keeper.file, keeper.record))
            console.say(f"Every entry is kept in {keeper.file}.")
            return
        over = PlainKeeper(keeper, console).run()
        _farewell(keeper, console, over=over)
    except KeyboardInterrupt:
        click.echo()
        broken_off("stopped; every entry is saved")


def _export(file: Path | None, target: Path) -> None:
    if file is None:
        fail("--export needs --record FILE, the game to export")
    done = export_sheet(record_or_fail(file), target)
    if not done.done:
        fail(done.sentence)
    click.echo(done.sentence)


def _going_on(file: Path | None, *, resume: bool, ask: bool, on: Console) -> Keeper | None:
    """The game to go on with: in the named file, the latest one, or one that the table picks."""
    if file is not None and file.exists():
        return _open(file, on)
    games = unfinished_games("real") if resume or ask else []
    if resume:
        if not games:
            fail("there is no unfinished game to resume; start one with: hotdice keep")
        return _open(games[0], on)
    if games and on.agrees(f"{waits(games[0])} Go on with it?"):
        return _open(games[0], on)
    return None


def _open(file: Path, console: Console) -> Keeper:
    record = record_or_fail(file)
    if record.dice != "real":
        fail(f"{file} is a game that was played here; go on with: hotdice play --record {file}")
    console.say(f"Going on with {file}.")
    return Keeper(record, file)


def _names(sheet: Ruleset, names: str | None, asking: Console | None) -> tuple[str, ...]:
    if names is None:
        if asking is None:
            fail("say who plays: --names Ann,Ben")
        names = _ask_names(sheet, asking)
    who = tuple(name.strip() for name in names.split(","))
    fault = names_fault(sheet, who)
    if fault:
        fail(f"--names: {fault}")
    return who


def _ask_names(sheet: Ruleset, console: Console) -> str:
    while True:
        answer = console.ask("Who plays, in the order of play? Names with commas > ")
        if answer is None:
            raise KeyboardInterrupt
        fault = names_fault(sheet, tuple(name.strip() for name in answer.split(",")))
        if not fault:
            return answer
        console.say(f"{fault[0].upper()}{fault[1:]}.")


def _record(sheet: Ruleset, who: tuple[str, ...], first: str | None, paper: Paper) -> Record:
    seat: int | None = None
    if first is not None:
        found = find_seat(first, who)
        if isinstance(found, str):
            fail(f"--first: {found}")
        seat = found
    if not paper.totals and (paper.farkles or paper.mover or paper.round):
        fail("--farkles, --mover and --round go with --totals")
    record = from_paper(real_record(sheet, who, seat), paper)
    if isinstance(record, PaperFault):
        fail(f"--{record.field}: {record.sentence}" if record.field else record.sentence)
    return record


def _welcome(keeper: Keeper, console: Console) -> None:
    sheet = keeper.state.rules
    console.say(f"{sheet.title}. {sheet.summary}".strip())
    if has_cards(sheet):
        console.say("Your cards lie on the table: 'card', 'dice' and 'note' write down what they do.")
    console.say(f"At the table: {', '.join(keeper.names)}. Type help at any time.")
    if keeper.rolling_off:
        console.say("Roll off who begins: one die each, the highest begins. Or: first NAME.")
    if keeper.save_fault:
        console.say(keeper.save_fault)


def _farewell(keeper: Keeper, console: Console, *, over: bool) -> None:
    if keeper.save_fault or keeper.file is None:
        console.say("\nThe game was not saved." if not over else "")
        return
    word = "The record is" if over else "The game is kept"
    console.say(f"\n{word} in {keeper.file}.")
    if not over:
        console.say(f"Go on with: hotdice keep --record {keeper.file}")
