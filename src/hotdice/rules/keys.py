"""Every key of a rule file, once: what it may be, what it means, how it is said, and where it is asked for.

Reading and checking (`checking`), writing (`writing`), titles of house rules (`titles`), the form of the page
(`web/src/rules/keys.ts`) and the tables of `docs/rule-sets.md` are made from this table; `make protocol`
writes the last two. Keys whose value is a list or a table of their own have a reader in `checking` and a
writer in `writing`.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, Literal

from hotdice.frozen import Frozen
from hotdice.rules.ruleset import (
    FACES,
    LONGEST_TITLE,
    MAX_DICE,
    MAX_SEATS,
    AlikeScheme,
    Bump,
    FirstPlayer,
    HotDice,
    LastChance,
    OpeningPolicy,
    Overshoot,
    Reach,
    Ties,
)

FORMAT = 2
MOST_POINTS = 1_000_000
MOST_TARGET = 10_000_000
NUMBER_OF_DICE = -1
"""As an upper bound: the number of dice of the sheet."""

Kind = Literal["number", "yes", "word", "text", "own"]
Group = Literal["sheet", "dice", "turn", "end", "scores"]
Phrase = Callable[[Any], str]


class Key(Frozen, kw_only=True):
    """One key. `name` has dots inside tables.

    `needs` names keys of which one must have a value for this one to say anything; without it, it is its
    default. `end` is `target` or `rounds` where it belongs to one kind of end only. `form` is the group of
    the page's form that asks for it, `label` its name in the form of the terminal. `phrase` says its value in
    a title. `allowed` and `unsaid` are the document's words where bounds and default do not tell.
    `since` is the format that brought the key.
    """

    name: str
    group: Group
    meaning: str
    kind: Kind = "number"
    low: int = 0
    high: int = MOST_POINTS
    default: Any = 0
    words: type[StrEnum] | None = None
    needs: tuple[str, ...] = ()
    end: str = ""
    form: str = ""
    label: str = ""
    phrase: Phrase | None = None
    since: int = 1
    type: str = ""
    allowed: str = ""
    unsaid: str = ""

    @property
    def table(self) -> str:
        """The table that it stands in; empty for the file itself."""
        return self.name.rpartition(".")[0]

    @property
    def leaf(self) -> str:
        """Its name inside that table."""
        return self.name.rpartition(".")[2]


def _word(name: str, group: Group, words: type[StrEnum], meaning: str, **more: Any) -> Key:
    first = next(iter(words))
    return Key(name=name, group=group, meaning=meaning, kind="word", words=words, default=first, **more)


def _yes(name: str, group: Group, meaning: str, *, default: bool = False, **more: Any) -> Key:
    return Key(name=name, group=group, meaning=meaning, kind="yes", default=default, **more)


def _text(name: str, high: int, unsaid: str, meaning: str, **more: Any) -> Key:
    return Key(
        name=name, group="sheet", meaning=meaning, kind="text", high=high, default="", unsaid=unsaid, **more
    )


def _own(name: str, group: Group, kind: str, allowed: str, meaning: str, **more: Any) -> Key:
    """A key with a reader of its own; its default is that of the value it is a part of."""
    unsaid = more.pop("unsaid", "none")
    return Key(
        name=name,
        group=group,
        meaning=meaning,
        kind="own",
        default=None,
        type=kind,
        allowed=allowed,
        unsaid=unsaid,
        **more,
    )


def _score(name: str, meaning: str, **more: Any) -> Key:
    return Key(name=f"scoring.{name}", group="scores", meaning=meaning, **({"form": "sets"} | more))


def _said(**words: str) -> Phrase:
    return lambda value: words[value]


_POINTS_BOUND = f"0 to {MOST_POINTS:,}"

KEYS: tuple[Key, ...] = (
    Key(
        name="format", group="sheet", low=1, high=FORMAT, default=FORMAT,
        meaning="The version of this format.",
    ),
    _text(
        "name",
        60,
        "the file's name",
        "Lower-case words of letters and digits with hyphens between them.",
    ),
    _text(
        "title", LONGEST_TITLE, "the name, or the differences from the base", "What people read. One line."
    ),
    _text("summary", 600, "empty", "The game in two sentences."),
    _text("source", 300, "empty", "Where the rules are from."),
    _text("base", 60, "none", "The sheet that this one changes.", allowed="a shipped sheet"),
    Key(
        name="target", group="end", low=1, high=MOST_TARGET, end="target", form="end", label="Play to",
        unsaid="none", phrase=lambda v: f"to {v:,}", meaning="The total that ends the game.",
    ),
    Key(
        name="rounds", group="end", low=1, high=1000, end="rounds", form="end", label="Rounds", unsaid="none",
        phrase=lambda v: f"{v} rounds", meaning="Instead of a target: how many turns everybody has.",
    ),
    Key(
        name="opening", group="turn", form="turn", label="Needed to get on the board",
        phrase=lambda v: f"opening {v:,}" if v else "no opening minimum",
        meaning="Points in one turn that a player needs for the first score.",
    ),
    _word(
        "opening_policy", "turn", OpeningPolicy,
        "Below the opening a player must roll on, or may stop for nothing.",
        needs=("opening",), form="turn",
        phrase=_said(may_stop="may stop below the opening", must_reach="must reach the opening"),
    ),
    Key(
        name="minimum", group="turn", form="turn", label="Needed to bank each turn",
        phrase=lambda v: f"minimum {v:,}" if v else "no minimum", meaning="Points that every bank needs.",
    ),
    _yes(
        "minimum_binds_win", "turn",
        "Whether the bank that reaches the target needs the minimum and `bank_step`, too.",
        default=True, needs=("minimum", "bank_step"), form="turn",
        phrase=lambda v: f"minimum {'also' if v else 'not'} for the winning bank",
    ),
    Key(
        name="bank_step", group="turn", label="Banks in steps of", high=1000, form="turn", since=2,
        phrase=lambda v: f"banks in steps of {v:,}" if v else "banks of any points",
        meaning="Every bank must be a multiple of this: with 100 no bank ends in 50. 0 is any.",
    ),
    _yes(
        "piggyback", "turn",
        "Whether the next player, once on the board, may take over the dice that a bank left and its points, "
        "at the same risk; after hot dice that is all dice. There is nothing to take over after a farkle, or "
        "after a stop for nothing.",
        form="turn", label="Piggyback", since=2,
        phrase=lambda v: "piggyback" if v else "no piggyback",
    ),
    _word(
        "bump", "turn", Bump,
        "What a bank that lands exactly on another's total does to that player: nothing, back to zero, or "
        "back to where the banker came from.",
        form="turn", label="Bump", since=2,
        phrase=_said(none="no bump", to_zero="bump to zero", swap="bump to where you came from"),
    ),
    _own(
        "instant_win", "turn", "list", "up to 10 tables",
        'Rolls that win the game at once: `[{ dice = "111111" }, { alike = 5, first = true }]`.',
        since=2, phrase=lambda v: "instant win" if v else "no instant win",
    ),
    _own(
        "instant_loss", "turn", "list", "up to 10 tables",
        "Rolls that put their player out of the game, written as those of `instant_win`.",
        since=2, phrase=lambda v: "instant loss" if v else "no instant loss",
    ),
    _yes(
        "take_all", "turn", "Only keeps that no further die can be added to are legal.", form="turn",
        phrase=lambda v: "take all scoring dice" if v else "take any scoring dice",
    ),
    _word(
        "hot_dice", "turn", HotDice, "With every die set aside a player may, or must, roll them all again.",
        form="turn", phrase=lambda v: f"hot dice {v}",
    ),
    Key(
        name="nothing_bonus", group="turn", form="turn",
        phrase=lambda v: f"{v:,} for nothing" if v else "nothing scores nothing",
        meaning="Points for a roll of all dice that scores nothing; it is then no farkle, and all dice count "
        "as set aside.",
    ),
    _word(
        "first_player", "dice", FirstPlayer,
        "The first player is chosen, or rolled for with one die each (ties roll again).",
        form="end", phrase=lambda v: f"first player {v}",
    ),
    _word(
        "last_chance", "end", LastChance,
        "Who still plays then: nobody, the rest of the round, every other player once, or all others again "
        "and again until nobody passes the leader any more. Needs a target.",
        end="target", form="end", label="Last chance",
        phrase=_said(
            none="ends at once", finish_round="finish the round", others_once="one last turn for the others",
            last_licks="last licks",
        ),
    ),
    _word(
        "reach", "end", Reach,
        "How a total meets the target, or the solo goal. With `exactly` a turn that would go beyond scores "
        "nothing.",
        needs=("target", "solo_goal"), form="end", label="Reach the target",
        phrase=_said(
            at_least="at least the target", more_than="above the target", exactly="exactly the target"
        ),
    ),
    _word(
        "overshoot", "end", Overshoot,
        "With an exact target: a turn that would go beyond it scores nothing, or goes to the player with the "
        "lowest total (of equal ones to the next in turn), as long as that player stays below the target.",
        needs=("target",), form="end", label="Beyond an exact target", since=2,
        phrase=_said(nothing="overshoot scores nothing", welfare="overshoot to the lowest"),
    ),
    _word(
        "ties", "end", Ties,
        "Equal leaders share; or a tie with the player who was first at the target leaves that player the "
        "winner (needs a target); or they play one more turn each until one leads.",
        form="end", label="Ties",
        phrase=_said(
            shared="ties shared", trigger_keeps="ties to who was first there", play_off="ties played off"
        ),
    ),
    Key(
        name="dice", group="dice", low=1, high=MAX_DICE, default=6, form="turn",
        phrase=lambda v: f"{v} dice", meaning="How many dice a turn begins with.",
    ),
    _own(
        "deck", "dice", "text or table", "a shipped deck, a deck file, or a deck as a table",
        "The [cards](decks.md) that the sheet is played with.",
        phrase=lambda v: f"deck {v['name'] if isinstance(v, dict) else v}" if v else "no deck",
    ),
    _own(
        "weights", "dice", "list", "6 numbers from 0 to 1,000, or such a list for each die",
        "How often each face falls, from 1 to 6. `[2, 1, 1, 1, 1, 1]` shows the 1 twice as often as any "
        "other face.",
        unsaid="fair dice", phrase=lambda v: "weighted dice" if v else "fair dice",
    ),
    Key(
        name="solo_goal", group="end", high=MOST_TARGET, end="rounds",
        phrase=lambda v: f"goal {v:,}" if v else "no solo goal",
        meaning="For one player (`max_players = 1`) and rounds: the total that wins.",
    ),
    Key(
        name="min_players", group="dice", low=1, high=MAX_SEATS, default=2,
        phrase=lambda v: f"from {v} players", meaning="Fewest players.",
    ),
    Key(
        name="max_players", group="dice", high=MAX_SEATS,
        phrase=lambda v: f"up to {v} players" if v else "any number of players",
        meaning="Most players; 0 is no limit of the sheet.",
    ),
    _own(
        "compensation", "dice", "list", f"up to {MAX_SEATS} numbers from {_POINTS_BOUND}",
        "Points at the start, in the order of play: `[0, 200]` gives the second player 200.",
    ),
    Key(
        name="joker.face", group="dice", high=FACES, form="turn", since=2,
        meaning="The face that is a joker; 0 is none. It completes a combination and never scores alone.",
    ),
    Key(
        name="joker.dice", group="dice", low=1, high=NUMBER_OF_DICE, default=1, needs=("joker.face",),
        since=2, form="turn", meaning="So many dice have it, the first ones.",
    ),
    Key(name="toxic.face", group="turn", high=FACES, form="turn", meaning="The toxic face; 0 is none."),
    Key(
        name="toxic.count", group="turn", low=1, high=NUMBER_OF_DICE, default=4, needs=("toxic.face",),
        form="turn", meaning="So many of it in one roll are a farkle.",
    ),
    Key(
        name="penalty.points", group="turn", form="turn", label="Points lost for farkles in a row",
        meaning="How many.",
    ),
    Key(
        name="penalty.count", group="turn", low=1, high=20, default=3, needs=("penalty.points",), form="turn",
        label="Farkles in a row that cost", meaning="The farkle in a row that costs points.",
    ),
    _yes(
        "penalty.restarts", "turn",
        "The count starts again after the penalty; otherwise every further farkle in a row costs, too.",
        default=True, needs=("penalty.points",), form="turn",
    ),
    _own(
        "penalty.floor", "turn", "number", f"-{MOST_TARGET:,} to 0", "No penalty takes a total below this.",
        unsaid="no floor", needs=("penalty.points",),
    ),
    _own(
        "scoring.singles", "scores", "table", "", "One die, by face: `{ 1 = 100, 5 = 50 }`.",
    ),
    _own("scoring.triples", "scores", "table", "", "Three alike, by face."),
    _own("scoring.alike", "scores", "table", "", "Four and more alike."),
    _score("straight", "1 2 3 4 5 6.", label="Straight 1-6"),
    _own("scoring.runs", "scores", "table", "", "Shorter runs: `{ 1-5 = 500, 2-6 = 750 }`."),
    _score("three_pairs", "Three different pairs.", label="Three pairs"),
    _yes(
        "scoring.pairs_may_repeat", "scores", "Four alike and a pair, and six alike, count as three pairs.",
        needs=("scoring.three_pairs",), form="sets",
    ),
    _score("two_triplets", "Two different triplets.", label="Two triplets"),
    _yes(
        "scoring.triplets_may_repeat", "scores", "Six alike count as two triplets.",
        needs=("scoring.two_triplets",), form="sets",
    ),
    _score("four_and_pair", "Four alike and a pair of another face.", label="Four of a kind and a pair"),
    _score("full_house", "Three alike and a pair of another face."),
    _score("full_house_bonus", "Or: the points of the triple and so many more."),
    _own(
        "scoring.sets", "scores", "list", "up to 50 tables",
        'Any other set of dice: `[{ dice = "135", points = 500 }]`.',
    ),
)  # fmt: skip
"""In the order in which house rules name their differences."""

BY_NAME = {key.name: key for key in KEYS}
TABLES: dict[str, str] = {
    "joker": "A face that stands for any other in a combination.",
    "toxic": "Dice that end the turn with nothing, whatever else lies there.",
    "penalty": "What farkles in a row cost.",
    "scoring": "The scores.",
}
"""The tables of a rule file and what they are about."""

_PATTERN = (
    ("dice", "text", "1 face up to the number of dice", "none", "These faces in one roll, in any order."),
    ("alike", "number", "2 to the number of dice", "none", "Or: so many of any one face."),
    ("first", "yes or no", "`true`, `false`", "`false`", "On the first roll of a turn only."),
)
INSIDE: dict[str, tuple[tuple[str, str, str, str, str], ...]] = {
    "instant_win[]": _PATTERN,
    "instant_loss[]": _PATTERN,
    "scoring.singles": (("FACE", "number", _POINTS_BOUND, "0", ""),),
    "scoring.triples": (("FACE", "number", _POINTS_BOUND, "0", ""),),
    "scoring.alike": (
        (
            "scheme",
            "word",
            ", ".join(f"`{word.value}`" for word in AlikeScheme),
            "`none`",
            "`table`: fixed points by number of dice. `add`: the triple again for each further die. "
            "`double`: twice as much for each further die. `multiply`: so many times the triple, by number "
            "of dice.",
        ),
        (
            "COUNT",
            "number",
            f"1 to {MOST_POINTS:,}",
            "",
            "For `table` and `multiply`: the value of 4 dice, 5 dice and so on up to 10, without a gap.",
        ),
    ),
    "scoring.runs": (("LOW-HIGH", "number", _POINTS_BOUND, "", ""),),
    "scoring.sets[]": (
        (
            "dice",
            "text",
            "1 face up to the number of dice",
            "must be given",
            "The faces, in any order, spaces allowed.",
        ),
        ("points", "number", f"1 to {MOST_POINTS:,}", "must be given", ""),
    ),
}
"""What stands inside the keys that are tables or lists: the rows that the document has below them."""
