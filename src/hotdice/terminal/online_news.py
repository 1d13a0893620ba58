"""What happens round a table online, in sentences: for plain text and for the app."""

from collections.abc import Sequence

from hotdice.match import wire
from hotdice.rules.said import Value, fill

_SENTENCES = {
    "SeatTaken": "{name} sits on seat {seat:seat}.",
    "BotSeated": "The bot {bot} sits on seat {seat:seat}.",
    "SeatFreed": "Seat {seat:seat} is empty.",
    "GameBegun": "The game begins. The dice are bound to {seal}...",
    "Said": "{who}: {text}",
    "Reacted": "{who}: ({text})",
    "StandInSeated": "The bot {bot} sits in for {who}.",
    "PlayerLeft": "{who} left the game.",
    "PlayerBack": "{who:does is} back.",
    "RematchMade": "There is a rematch.",
}
"""What is always told the same way."""


def names_at(view: wire.TableView) -> tuple[str, ...]:
    """The names of the seats as the viewer reads them: the own one is "You"."""
    return tuple("You" if seat == view.seat else chair.name for seat, chair in enumerate(view.chairs))


def tell_news(line: wire.News, view: wire.TableView, names: Sequence[str]) -> list[str]:
    """One fact about the table as sentences; what was played is told by the game itself."""
    who = names[line.seat] if line.seat is not None and line.seat < len(names) else ""
    match line.what:
        case "TurnSkipped" | "PlayerReplaced":
            return [_act_told(line, names)]
        case "BeginAsked":
            chairs = zip(names, view.chairs, strict=True)
            late = [name for name, chair in chairs if chair.seal and not chair.gave_seed]
            return [f"The game begins with the seed of {', '.join(late)}."] if view.closing and late else []
        case "GameFinished":
            early = [f"The game is {line.reason}."] if line.reason != "played" else []
            return [*early, *_series_told(view, names), f"The server's seed was {view.server_seed}"]
    if line.what not in _SENTENCES:
        return []
    values: dict[str, Value] = {
        "who": who,
        "name": line.name or who,
        "bot": line.bot,
        "text": line.text,
        "seat": line.seat or 0,
        "seal": view.commitment[:16],
    }
    return [fill(_SENTENCES[line.what], values)]


def _series_told(view: wire.TableView, names: Sequence[str]) -> list[str]:
    """How a series stands."""
    if not view.wins:
        return []
    score = f"{names[0]} {view.wins[0]} : {view.wins[1]} {names[1]}, best of {view.options.best_of}."
    over = any(2 * won > view.options.best_of for won in view.wins)
    return [f"{score} The series is decided." if over else f"{score} Type rematch for the next game."]


def _act_told(line: wire.News, names: Sequence[str]) -> str:
    """What the owner did to an absent player."""
    by, seat = names[line.by or 0], names[line.seat or 0]
    why = f"away for {line.away} seconds" if line.away else "out of time"
    done = f"put the bot {line.bot} in the place of" if line.what == "PlayerReplaced" else "skipped"
    return f"{by} {done} {seat} ({why})."
