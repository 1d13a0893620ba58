"""What if, in the app: any moment of a game, another keep, other dice, and on from there."""

import asyncio
import random
from collections.abc import Callable
from typing import TYPE_CHECKING

from textual import work
from textual.events import Key
from textual.widgets import OptionList

from hotdice.game import parse_position
from hotdice.terminal.app.bindings import bound
from hotdice.terminal.app.choice_screen import ChoiceScreen
from hotdice.terminal.app.tray import Tray

if TYPE_CHECKING:
    from hotdice.coach.forms import Moment, Review


class WhatIfScreen(ChoiceScreen):
    """A moment and its choices: Enter tries one, digits say dice, arrows step through the game."""

    BINDINGS = bound(
        "u take_back Take back | g to_game Back to the game | r random Chance rolls",
        "left step(-1) Before | right step(1) After | escape,q app.pop_screen Leave",
    )

    def __init__(self, report: "Review", step: int = 0) -> None:
        super().__init__("What if", "The coach looks at this moment.")
        from hotdice.coach.what_if import moments_of

        self.report = report
        self.names = [player.name for player in report.players]
        self.moments = moments_of(report)
        self.at = next((place for place, one in enumerate(self.moments) if one.step >= step), 0)
        self.way: list[tuple[Moment, str]] = []  # moments, each with what led to it
        self.said = ""  # dice that are being typed
        self.fault = ""

    def on_mount(self) -> None:
        """The first moment."""
        self.choices.focus()
        self.come()

    @property
    def moment(self) -> "Moment | None":
        """Where one stands."""
        return self.way[-1][0] if self.way else None

    @work(exclusive=True)
    async def come(self) -> None:
        """To the moment of the game that was stepped to."""
        from hotdice.coach.what_if import moment_of

        self.way, self.said, self.fault = [], "", ""
        if not self.moments:
            self.say("question", "This game has no positions to ask about.")
            return
        state = parse_position(self.moments[self.at].position)
        moment = await asyncio.to_thread(moment_of, state, self.report.unit)
        self.way = [(moment, "")]
        self._show()

    @work(exclusive=True)
    async def go(self, said: str, find: "Callable[[], Moment]") -> None:
        """One step on."""
        self.said, self.fault = "", ""
        try:
            moment = await asyncio.to_thread(find)
        except ValueError as error:
            self.fault = str(error)
        else:
            self.way.append((moment, f"{said}: a farkle" if moment.farkle else said))
        self._show()

    def _show(self) -> None:
        moment = self.moment
        if moment is None:
            return
        number = f"moment {self.at + 1} of {len(self.moments)}"
        if len(self.way) > 1:
            number += f", and {len(self.way) - 1} on from there"
        self.say("title", f"What if: {self.report.title}, {number}")
        self.say("question", "\n".join(self._lines(moment)))
        self.query_one(Tray).show([int(face) for face in self.said or moment.roll])
        self.offer(self._offered(moment))
        self.say("answer", self._answer(moment))
        self.say("progress", " · ".join(said for _, said in self.way[1:]))

    def _offered(self, moment: "Moment") -> list[str]:
        """Every choice with its worth and its cost."""
        from hotdice.coach.telling import say_option
        from hotdice.coach.verdicts import amount
        from hotdice.coach.what_if import must_roll

        if moment.advice is None or must_roll(moment):
            return []
        options = moment.advice.options
        width = max(len(say_option(one, self.names)) for one in options)
        lines = []
        for place, one in enumerate(options):
            costs = "equal" if one.equal else f"costs {amount(one.loss, moment.unit)}"
            cost = costs if place else "best"
            worth = f"{amount(one.value, moment.unit):>8}"
            lines.append(f"{say_option(one, self.names):<{width}}  {worth}  {cost}")
        return lines

    def _lines(self, moment: "Moment") -> list[str]:
        from hotdice.coach.telling import seat_values

        if moment.waits == "nothing":
            head = "The game is over."
        else:
            last = " These are the last turns." if moment.phase == "last" else ""
            head = f"Round {moment.round}, {self.names[moment.seat]}: {moment.turn_total:,} this turn.{last}"
        lines = [head]
        for seat, (name, total) in enumerate(zip(self.names, moment.totals, strict=True)):
            worth = seat_values(moment)[seat]
            lines.append(f"{name} {total:,}" + (f", {worth}" if worth else ""))
        return lines

    def _answer(self, moment: "Moment") -> str:
        from hotdice.coach.what_if import must_roll

        if self.fault:
            return self.fault
        if moment.waits == "nothing":
            return "u takes back."
        left = moment.dice - len(self.said)
        dice = f"{left} {'die' if left == 1 else 'dice'}"
        if self.said:
            return f"{dice} more; backspace takes one away."
        if must_roll(moment):
            note = f"\n({moment.note})" if moment.note else ""
            return f"Type the faces of {dice}, or r for chance.{note}"
        reason = moment.advice.reason if moment.advice is not None else moment.note
        return f"{reason}\n{self._played()}Enter tries a choice; digits say other dice."

    def _played(self) -> str:
        """What was done here in the game, while one still stands in it."""
        from hotdice.coach.forms import Decision
        from hotdice.coach.telling import say_option

        one = self.moments[self.at]
        if len(self.way) > 1 or not isinstance(one, Decision):
            return ""
        return f"In the game: {say_option(one.played, self.names)} ({one.cls}). "

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A choice to try out."""
        from hotdice.coach.asking import Pick
        from hotdice.coach.telling import say_option
        from hotdice.coach.what_if import what_if

        moment = self.moment
        if moment is None or moment.advice is None or event.option_index >= len(moment.advice.options):
            return
        one = moment.advice.options[event.option_index]
        pick = Pick(one.action, one.keep, one.card, one.target, one.with_dice)
        state = parse_position(moment.position)
        self.go(
            f"{self.names[moment.seat]} {say_option(one, self.names)}",
            lambda: what_if(state, choice=pick, unit=self.report.unit),
        )

    def on_key(self, event: Key) -> None:
        """Digits are dice."""
        moment = self.moment
        if moment is None or moment.waits == "nothing":
            return
        if event.key == "backspace" and self.said:
            self.said = self.said[:-1]
        elif event.key in "123456" and len(event.key) == 1:
            self.said += event.key
        else:
            return
        event.stop()
        if len(self.said) == moment.dice:
            self._fall(self.said)
        else:
            self._show()

    def _fall(self, faces: str) -> None:
        from hotdice.coach.what_if import what_if

        moment = self.moment
        if moment is None:
            return
        state = parse_position(moment.position)
        self.go(
            f"{self.names[moment.seat]} rolls {faces}",
            lambda: what_if(state, dice=faces, unit=self.report.unit),
        )

    def action_random(self) -> None:
        """Dice by chance."""
        moment = self.moment
        if moment is not None and moment.waits != "nothing":
            self._fall("".join(str(random.SystemRandom().randint(1, 6)) for _ in range(moment.dice)))

    def action_take_back(self) -> None:
        """One step back on the way."""
        if self.said:
            self.said = ""
        elif len(self.way) > 1:
            self.way.pop()
        self.fault = ""
        self._show()

    def action_to_game(self) -> None:
        """Back to the moment of the game that one came from."""
        del self.way[1:]
        self.said = self.fault = ""
        self._show()

    def action_step(self, by: int) -> None:
        """To another moment of the game."""
        if self.moments and 0 <= self.at + by < len(self.moments):
            self.at += by
            self.come()
