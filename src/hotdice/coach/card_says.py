"""What the strategy card says to a position: the trainer teaches it beside the best choice."""

from hotdice.coach.choosing import place_of, whole_choice
from hotdice.coach.forms import Advice, CardSays
from hotdice.coach.telling import say_option
from hotdice.coach.verdicts import amount
from hotdice.game import State


def card_says(state: State, advice: Advice) -> CardSays | None:
    """What the back of the card says; None where the sheet has no rule to remember.

    >>> from hotdice.coach.advising import advise_on
    >>> from hotdice.game import parse_position
    >>> state = parse_position("kcd~r9~s1~m1~n~2000.0.y_2000.0.y~t400.3")
    >>> said = card_says(state, advise_on(state))
    >>> said.option.action, said.stop_at
    ('roll', 450)
    """
    from hotdice.players.paper_bot import PaperBot, standing  # the solver's card needs numpy

    bot = PaperBot()
    rule = bot.rule(state.rules)
    if rule is None:
        return None
    command = whole_choice(state, bot.choose(state), bot)
    place = place_of(state, command, [(option.action, option.keep) for option in advice.options])
    if place is None:
        return None
    option = advice.options[place]
    left = len(state.dice_to_roll) if option.keep is None else len(state.faces) - len(option.keep)
    stop, step = standing(rule, state).stop_total(left or state.turn_dice), state.rules.step
    return CardSays(option, None if stop is None else -(-stop // step) * step)


def card_line(said: CardSays, advice: Advice) -> str:
    """What the card says, in a sentence.

    >>> from hotdice.coach.advising import advise_on
    >>> from hotdice.game import parse_position
    >>> state = parse_position("kcd~r9~s1~m1~n~2000.0.y_2000.0.y~t400.3")
    >>> advice = advise_on(state)
    >>> card_line(card_says(state, advice), advice)
    'The card: roll 3; with these dice left it stops at 450 here.'
    """
    stops = "it never stops here" if said.stop_at is None else f"it stops at {said.stop_at:,} here"
    cost = "" if said.option.equal else f" (that costs {amount(said.option.loss, advice.unit)})"
    return f"The card: {say_option(said.option)}{cost}; with these dice left {stops}."
