"""What stands above and below the tray: what the mover needs, what the turn holds, how risky a roll is."""

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text

from hotdice.game import Phase, State, Step
from hotdice.terminal.app.choosing import Chosen, risk
from hotdice.terminal.app.palette import Palette
from hotdice.terminal.telling import need, tell_end

RISK_BLOCKS = 6


def goal_line(state: State, names: Sequence[str], *, mine: bool) -> str:
    """What the mover still needs, or how the game ended.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> goal_line(new_game(load("classic"), 2), ("Ann", "Bob"), mine=False)
    'Ann: 500 in one turn gets on the board.'
    """
    if state.over:
        return tell_end(state, names)
    name = names[state.mover]
    if state.phase is Phase.ROLL_OFF:
        return f"{name}: one die each, the highest begins."
    sentence = need(state)
    you = mine or name == "You"
    return sentence if you or not sentence else f"{name}: {sentence}"


def turn_lines(state: State, choice: Chosen, note: str, palette: Palette, *, mine: bool) -> Text:
    """The points of the turn, what the chosen dice add, the risk of rolling on, and a note below.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> from hotdice.terminal.app.choosing import judge
    >>> from hotdice.terminal.app.palette import palette_for
    >>> state = new_game(load("classic"), 2, first=0)
    >>> lines = turn_lines(state, judge(state, frozenset()), "Taken back.", palette_for(dark=True), mine=True)
    >>> lines.plain.splitlines()
    ['This turn 0   Roll 6: 2% Farkle ▱▱▱▱▱▱', 'Taken back.']
    """
    text = Text()
    if state.over or state.phase is Phase.ROLL_OFF:
        return text.append(note)
    text.append("This turn ", Style(color=palette.quiet))
    text.append(f"{state.turn_total:,}", Style(bold=True))
    if choice.points:
        text.append(f"  +{choice.points:,}", Style(color=palette.ember, bold=True))
    chance = risk(state, choice)
    if chance is not None:
        count, share = chance
        full = round(share * RISK_BLOCKS)
        bar = "▰" * full + "▱" * (RISK_BLOCKS - full)
        text.append(f"   Roll {count}: {share:.0%} Farkle ", Style(color=palette.quiet))
        text.append(bar, Style(color=palette.ember))
    said = note or choice.why
    if not said and mine and state.step is Step.KEEP and not choice.points:
        said = "Choose dice: 1-6, or a for the best."
    return text.append("\n" + said, Style(bold=bool(note or choice.why)))
