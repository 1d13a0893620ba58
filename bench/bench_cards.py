"""The referee with cards: a game's commands played again; and how soon bots choose, nothing compiled."""

from time import perf_counter, process_time

from hotdice.game import Command, Refusal, SeededDice, State, Step, new_game, play
from hotdice.players import make
from hotdice.rules import load


def commands_of(sheet: str, bot: str, seats: int, seed: str) -> tuple[State, list[Command]]:
    """A whole game between bots: where it began, and every command."""
    start = state = new_game(load(sheet), seats, first=0)
    players, dice = [make(bot)] * seats, SeededDice(seed)
    commands: list[Command] = []
    while not state.over:
        choose = players[state.mover].choose
        command = dice.throw(state) if state.step is Step.WAIT else choose(state)
        result = play(state, command)
        assert not isinstance(result, Refusal)
        state = result[0]
        commands.append(command)
    return start, commands


def moves_per_second(sheet: str, bot: str, seats: int = 4, seconds: float = 1.0) -> float:
    """How many commands a second the referee carries out."""
    games = [commands_of(sheet, bot, seats, f"bench.{game}") for game in range(5)]
    done, begun = 0, perf_counter()
    while perf_counter() - begun < seconds:
        for start, commands in games:
            state = start
            for command in commands:
                result = play(state, command)
                assert not isinstance(result, Refusal)
                state = result[0]
            done += len(commands)
    return done / (perf_counter() - begun)


def choices_per_second(bot: str, seats: int = 4, games: int = 5) -> float:
    """How many decisions a second a bot makes in games with cards, the referee included."""
    begun = perf_counter()
    moves = sum(len(commands_of("munchkin-farkle", bot, seats, f"choose.{game}")[1]) for game in range(games))
    return moves / (perf_counter() - begun)


def slowest_decisions(seats: int, decisions: int = 100) -> float:
    """Milliseconds of processor time within which a sage without a compiler decides 99 of 100 times."""
    rival, sage = make("eager"), make("sage")
    took: list[float] = []
    state, dice = new_game(load("munchkin-farkle"), seats, first=0), SeededDice("bench")
    while len(took) < decisions and not state.over:
        if state.step is Step.WAIT:
            command: Command = dice.throw(state)
        elif state.mover:
            command = rival.choose(state)
        else:
            began = process_time()
            command = sage.choose(state)
            took.append(1000 * (process_time() - began))
        result = play(state, command)
        assert not isinstance(result, Refusal)
        state = result[0]
    return sorted(took)[len(took) * 99 // 100 - 1]


def run() -> list[tuple[str, float, str]]:
    """Name, figure and unit of every measurement."""
    return [
        *(
            (f"the sage at a table of {seats}, 99 of 100 decisions", slowest_decisions(seats), "ms (bar 50)")
            for seats in (3, 4, 5)
        ),
        ("referee without cards", moves_per_second("munchkin-farkle-plain", "greedy"), "moves/s"),
        ("referee with cards, eager", moves_per_second("munchkin-farkle", "eager"), "moves/s"),
        ("referee with cards, schemer", moves_per_second("munchkin-farkle", "schemer"), "moves/s"),
        ("schemer and referee", choices_per_second("schemer"), "moves/s"),
    ]


if __name__ == "__main__":
    for name, figure, unit in run():
        print(f"{name:<32} {figure:>12,.0f} {unit}")
