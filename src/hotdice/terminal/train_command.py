"""`hotdice train`: positions where people go wrong, one question after the other, in plain lines."""

import random
from itertools import islice

import click

from hotdice.coach.card_says import card_line
from hotdice.coach.exercises import THEMES, Answer, exercise_of, similar
from hotdice.coach.forms import Exercise, Option, Theme
from hotdice.coach.places import NothingToSay
from hotdice.coach.progress import Progress
from hotdice.coach.telling import advice_lines, say_option
from hotdice.coach.trainer import Trainer, question_lines, shown_options
from hotdice.coach.verdicts import amount
from hotdice.game import PositionError, parse_position
from hotdice.terminal.console import Console, can_draw
from hotdice.terminal.drawing import draw_dice
from hotdice.terminal.options import fail, load_or_fail, set_option
from hotdice.terminal.options_told import LETTERS
from hotdice.terminal.solving import solved_game
from hotdice.terminal.training import load_progress, own_exercises, save_progress

_LIKE = 6
"""So many exercises are like a position that was asked for; then those of its theme follow."""

_HELP = """Answer with a letter, or in words: 15 roll, keep 15 bank, bank, roll.
Other words: why (all choices with their worth; counts as wrong), skip, score, quit."""


@click.command()
@click.argument("rules", required=False)
@click.option("--theme", type=click.Choice(THEMES), help="Only exercises about this.")
@click.option("--like", metavar="POSITION", help="Begin with this position and some like it.")
@click.option("--own", is_flag=True, help="Begin with the mistakes of your own saved games.")
@click.option("--count", type=click.IntRange(1, 1000), help="Stop after so many questions.")
@click.option("--seed", help="The same exercises again.")
@click.option("--run", "is_run", is_flag=True, help="Ever harder, until the third mistake.")
@set_option
def command(
    rules: str | None,
    theme: str | None,
    like: str | None,
    own: bool,
    count: int | None,
    seed: str | None,
    is_run: bool,
    settings: tuple[str, ...],
) -> None:
    """Positions where people go wrong: you choose, the coach answers with the cost."""
    if like is not None and (rules or settings or theme or own or is_run):
        fail("a position says its sheet and its theme itself; leave out RULES and the other choices")
    try:
        sheet = load_or_fail(rules or "playmonster", settings) if like is None else parse_position(like).rules
    except PositionError as error:
        fail(f"that is no position: {error}")
    if sheet.deck is not None:
        fail("there are no exercises with cards; the dice game of this sheet is munchkin-farkle-plain")
    try:
        if sheet.min_players <= 2:
            solved_game(sheet)
    except ValueError as error:
        fail(str(error))
    console = Console(drawn=can_draw())
    seed = seed if seed is not None else str(random.SystemRandom().randrange(10**9))
    if is_run:
        if theme or own or count:
            fail("a run chooses its positions itself; leave out --theme, --own and --count")
        from hotdice.terminal.run_of_training import play_run

        try:
            play_run(console, sheet, seed)
        except NothingToSay as error:
            fail(str(error))
        return
    wanted: Theme | None = next((each for each in THEMES if each == theme), None)
    if like is not None:
        try:
            wanted = exercise_of(like).theme
        except (PositionError, NothingToSay) as error:
            fail(str(error))
    trainer = Trainer(
        sheet,
        seed=seed,
        progress=load_progress(),
        theme=wanted,
        like=islice(similar(like, seed), _LIKE) if like is not None else (),
        own=own_exercises(sheet) if own else (),
    )
    console.say(f"Training: {sheet.title}. {_HELP}")
    asked = 0
    try:
        while count is None or asked < count:
            asked += 1
            if not _one(console, trainer, trainer.next()):
                break
    except NothingToSay as error:
        fail(str(error))
    _score(console, trainer.progress)


def _one(console: Console, trainer: Trainer, task: Exercise) -> bool:
    """Ask one question; False where somebody wants to stop."""
    console.say()
    if task.origin:
        where = (
            "You have seen this one before." if task.origin == "again" else f"From your game {task.origin}."
        )
        console.say(where)
    options = show_question(console, task)
    while True:
        line = console.ask("Your choice > ")
        if line is None:
            return False
        word = " ".join(line.lower().split())
        is_letter = len(word) == 1 and word in LETTERS[: len(options)]
        if word in ("quit", "q") and not is_letter:
            return False
        if word in ("skip", "s") and not is_letter:
            return True
        if word in ("help", "?"):
            console.say(_HELP)
            continue
        if word == "score":
            _score(console, trainer.progress)
            continue
        if word == "why":
            chosen: Option | None = task.tempting
        else:
            chosen = find_option(word, options)
        if chosen is None:
            console.say(f"That is not one of the choices: {line.strip()[:40]!r}; help says how to answer.")
            continue
        found = trainer.answer(task, chosen.action, chosen.keep)
        assert found is not None
        _tell(console, trainer, task, found, asked=word != "why")
        return True


def show_question(console: Console, task: Exercise) -> list[Option]:
    """Show a position with its choices, which come back in the order of their letters."""
    state = parse_position(task.position)
    for row in question_lines(task, state):
        console.say(row)
    if state.faces and console.drawn:
        for row in draw_dice(sorted(state.faces)):
            console.say(row)
    options = shown_options(task)
    for letter, option in zip(LETTERS, options, strict=False):
        danger = f"  ({100 * option.farkle:.0f} % farkle)" if option.farkle is not None else ""
        console.say(f"  {letter}  {say_option(option)}{danger}")
    return options


def find_option(word: str, options: list[Option]) -> Option | None:
    """The choice that a person means, by its letter or in words.

    >>> roll = Option("roll", "15", 0.5, 0.5, 300, 0.0, True, 150, 4)
    >>> both = [roll, Option("bank", "15", 0.4, 0.4, 150, 0.1, False, 150)]
    >>> find_option("b", both).action, find_option("keep 51 roll", both).action, find_option("x", both)
    ('bank', 'roll', None)
    """
    if len(word) == 1 and word in LETTERS[: len(options)]:
        return options[LETTERS.index(word)]
    words = [part for part in word.replace(",", " ").split() if part not in ("keep", "and")]
    said = next((part for part in words if part in ("roll", "bank", "stop")), None)
    action = "bank" if said == "stop" else said
    faces = "".join(sorted(part for word in words if word.isdigit() for part in word)) or None
    fitting = [option for option in options if option.keep == faces and option.action == action]
    return fitting[0] if len(fitting) == 1 else None


def _tell(console: Console, trainer: Trainer, task: Exercise, found: Answer, *, asked: bool) -> None:
    if asked:
        if found.right:
            console.say("Right." if found.option.loss == 0 else "Right: as good as the best.")
        else:
            cost = amount(found.cost, task.advice.unit)
            points = "" if task.advice.unit == "win" else " points"
            console.say(f"That costs {cost}{points}. Better: {say_option(task.advice.best)}.")
        console.say(found.reason)
    else:
        for line in advice_lines(task.advice):
            console.say(line)
    if task.card is not None:
        console.say(card_line(task.card, task.advice))
    console.say(f"({trainer.progress.right} of {trainer.progress.answered} right.)")
    fault = save_progress(trainer.progress)
    if fault:
        console.say(fault)


def _score(console: Console, progress: Progress) -> None:
    """How it goes, in a few lines."""
    console.say()
    if not progress.answered:
        console.say("Nothing answered yet.")
        return
    lost = 100 * progress.cost / progress.answered
    console.say(
        f"{progress.right} of {progress.answered} right ({progress.share:.0%}); each answer lost {lost:.2f} "
        f"% of a game on average; best run {progress.best_streak}."
    )
    for theme, tally in sorted(progress.themes.items()):
        console.say(f"  {theme}: {tally.right} of {tally.answered}")
    if progress.again:
        console.say(f"{len(progress.again)} will come again.")
