"""How far a player is from perfect: exactly where its play can be written down, else by games less luck."""

from collections.abc import Callable

from hotdice.arena.dice import GameDice
from hotdice.arena.scored_player import ScoredPlayer
from hotdice.frozen import Frozen
from hotdice.game import Bank, Command, Keep, Phase, State, Step, do, new_game
from hotdice.odds.evaluating import Match, Play, Turns, ends_of, meet
from hotdice.odds.losing import Losses, losses_of
from hotdice.odds.replying import best_reply, champion_turns
from hotdice.odds.scored_play import ScoredPlay
from hotdice.players import Player, make
from hotdice.players.exact_bots import Champion, Valued, champion
from hotdice.players.fixed_play import NotFixed, play_of
from hotdice.players.scorers import is_policy, load_policy
from hotdice.rules import Ruleset
from hotdice.rules.combinations import pack

KINDS = ("keep", "soon", "late", "last")


class Evaluation(Frozen):
    """What is known of a player; chances are of winning, ties shared, when the seats take turns to begin.

    `chance` is against the champion, `low` and `high` bound it (with 95 %, where it was sampled). `begins`
    and `follows` are its two halves, `itself` is what beginning is worth against itself, `exploited` what
    the best answer wins beyond one half. `loss` is what a game costs, by kind of decision: the wrong dice
    set aside, stopped too soon, rolled too often, and all of it in last turns. What is not known is None.
    """

    player: str
    rules: str
    exact: bool
    chance: float
    low: float
    high: float
    best: float
    loss: dict[str, float]
    begins: float | None = None
    follows: float | None = None
    itself: float | None = None
    turns: float | None = None
    exploited: float | None = None
    games: int = 0

    @property
    def behind(self) -> float:
        """How much less than the champion it wins."""
        return self.best - self.chance


Tell = Callable[[float], None]


def evaluate(
    player: str,
    rules: Ruleset,
    *,
    chances: bool = False,
    reply: bool = True,
    games: int = 200,
    players: int = 2,
    seed: str = "0",
    progress: Tell | None = None,
) -> Evaluation:
    """Evaluate a bot by name, or a policy of one's own (see `hotdice.players.scorers`).

    Where play cannot be written down, in games of rounds and with more than two players, so many games
    against champions are played and the luck is taken out: what the player gives away is counted, not who
    has won.

    >>> from hotdice.rules import load
    >>> found = evaluate("threshold:300", load("kcd", ["target=1000"]))
    >>> found.exact, round(found.chance, 4), round(sum(found.loss.values()), 4)
    (True, 0.3854, 0.1146)

    Raises:
        UnknownBot, BadPolicy, BadScores: there is no such player, or it does not answer as it should.
        Unsolvable: the sheet is not solved.
    """
    tell = progress or (lambda _: None)
    by_games = bool(rules.rounds) or players != 2
    if is_policy(player):
        found = load_policy(player, rules, chances=chances)
        if by_games:
            asked = ScoredPlayer(rules, found, players)
            return sampled(player, asked, rules, games=games, players=players, seed=seed, progress=tell)
        play: Play = ScoredPlay(rules, found.scorer, found.chances)
        return exactly(player, play, reply=reply, progress=tell)
    bot = make(player)
    if by_games:
        return sampled(player, bot, rules, games=games, players=players, seed=seed, progress=tell)
    if isinstance(bot, Champion):
        return _described(player, None, champion_turns(rules), reply, tell)
    try:
        play = play_of(rules, player)
    except NotFixed:
        return sampled(player, bot, rules, games=games, seed=seed, progress=tell)
    return exactly(player, play, reply=reply, progress=tell)


def exactly(name: str, play: Play, *, reply: bool = True, progress: Tell | None = None) -> Evaluation:
    """Evaluate play that is written down.

    >>> from hotdice.odds.evaluating import thresholds
    >>> from hotdice.rules import load
    >>> found = exactly("mine", thresholds(load("kcd", ["target=500"]), (300,) * 6))
    >>> round(found.behind, 9) == round(sum(found.loss.values()), 9)
    True
    """
    tell = progress or (lambda _: None)
    return _described(name, play, ends_of(play), reply, tell)


def _described(name: str, play: Play | None, turns: Turns, reply: bool, tell: Tell) -> Evaluation:
    """What the ends of a player's turns come to; a champion has no play that could lose anything."""
    tell(0.3)
    match: Match = meet(turns, champion_turns(turns.rules))
    own = meet(turns, turns)
    tell(0.5)
    lost = Losses(0.0, 0.0, 0.0, 0.0) if play is None else losses_of(play, turns, match)
    tell(0.8)
    answer = best_reply(turns).chance - 0.5 if reply else None
    tell(1.0)
    return Evaluation(
        player=name, rules=turns.rules.name, exact=True, chance=match.chance, low=match.chance,
        high=match.chance, best=0.5, loss=dict(zip(KINDS, lost, strict=True)), begins=match.first,
        follows=match.second, itself=own.first, turns=own.turns, exploited=answer,
    )  # fmt: skip


def sampled(
    name: str,
    player: Player,
    rules: Ruleset,
    *,
    games: int = 200,
    players: int = 2,
    seed: str = "0",
    progress: Tell | None = None,
) -> Evaluation:
    """Play games against champions and count what the player gives away, seats beginning in turn.

    Raises:
        ValueError: the sheet is not solved for so many players, or their table is not on this computer.
    """
    tell = progress or (lambda _: None)
    expert = champion()
    expert.book(rules)
    if players > 3 or (players == 3 and expert.trio_book(rules, 3) is None):
        missing = "make one: hotdice solve RULES --players 3" if players == 3 else "there is none for more"
        raise ValueError(f"what a decision costs among {players} players needs their table; {missing}")
    sums: list[float] = []
    kinds = dict.fromkeys(KINDS, 0.0)
    for game in range(games):
        lost = dict.fromkeys(KINDS, 0.0)
        state = new_game(rules, players, first=game % players)
        dice = GameDice(seed, game // players)
        while not state.over:
            command: Command
            if state.step is Step.WAIT:
                command = dice.throw(state)
            elif state.mover:
                command = expert.choose(state)
            else:
                command = player.choose(state)
                if state.step in (Step.KEEP, Step.DECIDE):
                    _count(lost, expert.values(state), state, command)
            state, _ = do(state, command)
        sums.append(sum(lost.values()))
        for kind in KINDS:
            kinds[kind] += lost[kind] / games
        tell((game + 1) / games)
    mean = sum(sums) / games
    spread = (sum((each - mean) ** 2 for each in sums) / max(games - 1, 1)) ** 0.5
    reach = 1.96 * spread / games**0.5
    best = 1 / players
    return Evaluation(
        player=name, rules=rules.name, exact=False, chance=best - mean, low=best - mean - reach,
        high=best - mean + reach, best=best, loss=kinds, games=games,
    )  # fmt: skip


def _count(lost: dict[str, float], choices: list[Valued], state: State, command: Command) -> None:
    """Add what a command gives away."""
    best = max(each.value for each in choices)
    then = "bank" if isinstance(command, Bank) or getattr(command, "then", "") == "bank" else "roll"
    keep = None
    if isinstance(command, Keep):
        shown = dict(zip(state.hand, state.faces, strict=True))
        keep = pack(shown[die] for die in command.dice)
    same = [each for each in choices if (each.option.packed if each.option else None) == keep]
    own = max(each.value for each in same)
    if isinstance(command, Keep) and not command.then:  # what follows is counted when it is decided
        taken = own
    else:
        taken = next(each.value for each in same if each.then == then)
    if state.phase is Phase.LAST:
        lost["last"] += best - taken
        return
    lost["keep"] += best - own
    lost["soon" if then == "bank" else "late"] += own - taken
