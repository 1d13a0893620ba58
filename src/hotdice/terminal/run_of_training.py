"""`hotdice train --run`: positions of rising difficulty until the third mistake; the run is kept."""

import msgspec

from hotdice.club.days import today
from hotdice.club.run import MISTAKES, Run, answered, positions
from hotdice.coach.telling import say_option
from hotdice.match import write_atomically
from hotdice.rules import Ruleset
from hotdice.terminal.console import Console
from hotdice.terminal.storage import home
from hotdice.terminal.train_command import find_option, show_question

FILE = "runs.jsonl"


def runs() -> list[Run]:
    """The runs of this computer, the oldest first; lines that cannot be read are passed over."""
    found: list[Run] = []
    try:
        lines = (home() / FILE).read_bytes().splitlines()
    except OSError:
        return found
    for line in lines:
        try:
            found.append(msgspec.json.decode(line, type=Run))
        except msgspec.MsgspecError:
            continue
    return found


def _keep(run: Run) -> str:
    """Add a run to the history; a sentence where that is not possible."""
    try:
        before = (home() / FILE).read_text(encoding="utf-8") if (home() / FILE).is_file() else ""
        write_atomically(home() / FILE, before + msgspec.json.encode(run).decode() + "\n")
    except OSError as error:
        return f"The run could not be kept: {(error.strerror or 'no reason given').lower()}."
    return ""


def play_run(console: Console, rules: Ruleset, seed: str) -> Run:
    """Ask until the third mistake, or until somebody stops.

    Raises:
        NothingToSay: there are no exercises of such a sheet.
    """
    best = max((run.right for run in runs() if run.sheet == rules.name), default=0)
    console.say(
        f"A run on {rules.title}: it gets harder, and the third mistake ends it. No clock; quit stops."
    )
    run = Run(rules.name, seed, today().isoformat())
    for task in positions(rules, seed):
        console.say()
        options = show_question(console, task)
        while True:
            line = console.ask(f"{run.right} right, {MISTAKES - run.mistakes} left > ")
            word = "quit" if line is None else " ".join(line.lower().split())
            if word in ("quit", "q"):
                return _ended(console, run, best)
            chosen = find_option(word, options)
            after = answered(run, task, chosen.action, chosen.keep) if chosen else None
            if after is not None:
                break
            console.say(f"That is not one of the choices: {word[:40]!r}; a letter will do.")
        run = after
        if run.steps[-1].right:
            console.say("Right.")
        else:
            console.say(f"Better: {say_option(task.advice.best)}. {task.advice.reason}")
        if run.over:
            break
    return _ended(console, run, best)


def _ended(console: Console, run: Run, best: int) -> Run:
    console.say()
    console.say(
        f"The run: {run.right} right."
        + (" Your best so far." if run.right > best else f" Your best: {best}.")
    )
    for step in run.steps:
        if not step.right:
            console.say(f"  hotdice advise --position {step.position}")
    if run.steps:
        fault = _keep(run)
        if fault:
            console.say(fault)
    return run
