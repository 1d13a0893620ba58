"""Training in the app: a position, the choices, the coach's answer, the next one."""

import asyncio
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual import work
from textual.widgets import OptionList

from hotdice.game import parse_position
from hotdice.rules import Ruleset
from hotdice.terminal.app.bindings import bound
from hotdice.terminal.app.choice_screen import ChoiceScreen
from hotdice.terminal.app.tray import Tray

if TYPE_CHECKING:
    from hotdice.coach.forms import Exercise
    from hotdice.coach.trainer import Trainer


class TrainerScreen(ChoiceScreen):
    """One exercise after the other; Enter chooses, and then goes on."""

    BINDINGS = bound("n skip Next | h why All choices | escape,q app.pop_screen Leave")

    def __init__(self, rules: Ruleset, *, own: "Sequence[Exercise]" = (), seed: str = "") -> None:
        super().__init__(f"Training: {rules.title}", "The coach looks for a position.")
        self.rules, self.own = rules, own
        self.seed = seed or str(random.SystemRandom().randrange(10**9))
        self.trainer: Trainer | None = None
        self.asked: Exercise | None = None
        self.answered = False

    def on_mount(self) -> None:
        """The first question."""
        self.next_question()

    @work(exclusive=True)
    async def next_question(self) -> None:
        """Find the next exercise beside the screen, and ask it."""
        self.offer(())
        self.asked, self.answered = None, False
        try:
            self.asked = await asyncio.to_thread(self._find)
        except ValueError as error:
            self.say("question", f"No exercises: {error}.")
            return
        self._ask()

    def _find(self) -> "Exercise":
        from hotdice.coach.trainer import Trainer
        from hotdice.terminal.training import load_progress

        if self.trainer is None:
            self.trainer = Trainer(self.rules, seed=self.seed, progress=load_progress(), own=self.own)
        return self.trainer.next()

    def _ask(self) -> None:
        from hotdice.coach.telling import say_option
        from hotdice.coach.trainer import question_lines, shown_options

        task = self.asked
        if task is None:
            return
        state = parse_position(task.position)
        lines = question_lines(task, state)
        self.say("question", "\n".join(lines[:-1] if state.faces else lines))
        self.query_one(Tray).show(sorted(state.faces))
        self.say("answer", "")
        self.offer(
            say_option(option) + ("" if option.farkle is None else f"   {100 * option.farkle:.0f} % farkle")
            for option in shown_options(task)
        )
        self.choices.focus()
        self._progress()

    def _progress(self) -> None:
        if self.trainer is not None and self.trainer.progress.answered:
            progress = self.trainer.progress
            right = f"{progress.right} of {progress.answered} right"
            self.say("progress", f"{right}; best run {progress.best_streak}")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A choice, or the wish to go on."""
        from hotdice.coach.card_says import card_line
        from hotdice.coach.telling import say_option
        from hotdice.coach.trainer import shown_options
        from hotdice.coach.verdicts import amount

        task, trainer = self.asked, self.trainer
        if task is None or trainer is None:
            return
        if self.answered:
            self.next_question()
            return
        chosen = shown_options(task)[event.option_index]
        found = trainer.answer(task, chosen.action, chosen.keep)
        if found is None:
            return
        if found.right:
            said = "Right."
        else:
            points = "" if task.advice.unit == "win" else " points"
            said = f"{say_option(chosen).capitalize()} costs {amount(found.cost, task.advice.unit)}{points}. "
            said += f"Better: {say_option(task.advice.best)}."
        card = f"\n{card_line(task.card, task.advice)}" if task.card is not None else ""
        self.say("answer", f"{said}\n{found.reason}{card}")
        self._count(trainer)

    def _count(self, trainer: "Trainer") -> None:
        """An answer was given: it is kept, and the next position is offered."""
        from hotdice.terminal.training import save_progress

        self.answered = True
        self.offer(["Next position"])
        fault = save_progress(trainer.progress)
        if fault:
            self.notify(fault, severity="warning", markup=False)
        self._progress()

    def action_skip(self) -> None:
        """Another position, this one not counted."""
        self.next_question()

    def action_why(self) -> None:
        """Every choice with its worth; before an answer it counts as a wrong one."""
        from hotdice.coach.telling import advice_lines
        from hotdice.terminal.app.text_screens import TextScreen

        task, trainer = self.asked, self.trainer
        if task is None or trainer is None:
            return
        if not self.answered:
            trainer.answer(task, task.tempting.action, task.tempting.keep)
            self._count(trainer)
        self.app.push_screen(TextScreen("Every choice", "\n".join(advice_lines(task.advice, 12, short=True))))
