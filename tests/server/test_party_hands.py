"""Hidden hands at a party: every frame to a television or a phone is searched for cards of others."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

from hotdice.client import HttpClient, Seat
from hotdice.client import seat as seats_module
from hotdice.match import wire
from hotdice.players import make
from hotdice.rules import load
from server.processes import serve

NAMES = ("Leo", "Mum", "Ben", "Oma", "Ana")
TELEVISION = -1
SOMEBODY = -2
"""What a card that was played did: whose it was does not stand there, but somebody has it no more."""
CARDS = frozenset(load("munchkin-farkle").deck.colours[0].cards)  # type: ignore[union-attr]
Frame = dict[str, Any]
Way = tuple[str | int, ...]


def strings(value: Any, way: Way = ()) -> Iterator[tuple[Way, str]]:
    """Every text in a frame, with the way to it."""
    if isinstance(value, str):
        yield way, value
    elif isinstance(value, dict):
        for name, one in value.items():
            yield from strings(name, (*way, "name of"))
            yield from strings(one, (*way, name))
    elif isinstance(value, list):
        for place, one in enumerate(value):
            yield from strings(one, (*way, place))


def owner_of(frame: Frame, way: Way, viewer: int) -> int | None:
    """Whose card it is that a frame names there; None where no card of anybody has a place there."""
    match way:
        case ("view", "game", "cards", "hand", int()) | ("view", "game", "legal", int(), "card"):
            return viewer
        case ("view", "game", "cards", "still_holds", int(seat), int()):
            return seat
        case ("view", "game", "cards", "discards", int(seat), int()):
            return seat
        case ("view", "game", "cards", "in_play", int(place), "card"):
            return int(frame["view"]["game"]["cards"]["in_play"][place]["owner"])
        case ("news", int(line), "events", int(place), ("card" | "stopped_by") as field):
            event = frame["news"][line]["events"][place]
            if event["type"] == "CardPlayed":
                return int(event["target"] if field == "stopped_by" else event["seat"])
            return int(event["owner"]) if event["type"] == "CardEnded" else SOMEBODY
    return None


def leaks(frame: Frame, viewer: int, hands: dict[int, set[str]]) -> list[tuple[Way, str]]:
    """Where a frame tells a viewer cards that lie in the hands of others after it."""
    if (frame.get("view") or {}).get("phase") == "over":
        return []  # what is left is turned over and counted
    found = []
    for way, text in strings(frame):
        if text not in CARDS:
            continue
        owner = owner_of(frame, way, viewer)
        owners = range(len(NAMES)) if owner == SOMEBODY else () if owner is None else (owner,)
        if not any(one == viewer or text not in hands[one] for one in owners):
            found.append((way, text))
    return found


class Overheard(ClientConnection):
    """A real connection of which every frame that comes in is kept."""

    all: list["Overheard"]

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.frames: list[Frame] = []
        self.token = ""
        self.all.append(self)

    async def send(self, message: Any, *more: Any, **how: Any) -> None:
        said = json.loads(message)
        if said["type"] == "Hello":
            self.token = said["token"]
        await super().send(message, *more, **how)

    async def recv(self, *how: Any, **more: Any) -> Any:
        data = await super().recv(*how, **more)
        self.frames.append(json.loads(data))
        return data


def whole_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: int) -> dict[int, list[Frame]]:
    """Five phones and a television play a game of Munchkin Farkle; the frames of each."""
    monkeypatch.setattr(Overheard, "all", [], raising=False)
    monkeypatch.setattr(
        seats_module, "connect", lambda *where, **how: connect(*where, create_connection=Overheard, **how)
    )
    rules = json.dumps({"base": "munchkin-farkle", "target": target})
    with serve(tmp_path) as server:
        party = HttpClient(server.url).post("/api/parties", kind="farkle", rules=rules)
        tokens = {party["token"]: TELEVISION}
        for name in NAMES:
            phone = HttpClient(server.url)
            phone.arrive(name)
            seated = phone.sit(party["match"], party["word"])
            tokens[seated["token"]] = seated["seat"]

        async def play() -> None:
            async with asyncio.timeout(900):
                everybody = {who: Seat(server.url, party["match"], token) for token, who in tokens.items()}
                for one in everybody.values():
                    await one.__aenter__()
                answer = await everybody[TELEVISION].begin(fewer=True)
                assert isinstance(answer, wire.Accepted), answer
                phones = [one for who, one in everybody.items() if who != TELEVISION]
                await asyncio.gather(*(one.play_with(make("schemer")) for one in phones))
                while everybody[TELEVISION].view.phase != "over":  # type: ignore[union-attr]
                    await everybody[TELEVISION].changed()
                for one in everybody.values():
                    await one.close()

        asyncio.run(play())
    frames: dict[int, list[Frame]] = {who: [] for who in tokens.values()}
    for connection in Overheard.all:
        frames[tokens[connection.token]] += connection.frames
    return frames


def views(frames: list[Frame]) -> Iterator[tuple[Frame, Any]]:
    """The frames that show a game with cards, with the game."""
    for frame in frames:
        game = (frame.get("view") or {}).get("game")
        if game and game["cards"]:
            yield frame, game


def search(frames: dict[int, list[Frame]]) -> int:
    """Search every frame; how many showed a table with cards."""
    # Each phone is told its own hand: together they say what lay where after so many events.
    hands: dict[int, dict[int, set[str]]] = {}
    for who in range(len(NAMES)):
        for _, game in views(frames[who]):
            hands.setdefault(game["sequence"], {})[who] = set(game["cards"]["hand"])
    searched = 0
    for viewer, heard in frames.items():
        for frame, game in views(heard):
            assert len(hands[game["sequence"]]) == len(NAMES)
            assert leaks(frame, viewer, hands[game["sequence"]]) == []
            searched += 1
        for frame in heard:
            if not (frame.get("view") or {}).get("game"):
                assert leaks(frame, viewer, {who: set(CARDS) for who in range(len(NAMES))}) == []
    return searched


def planted(frames: dict[int, list[Frame]]) -> None:
    """What the search is worth: hands that are put into frames are found, wherever they are."""
    frame, game = next((one, game) for one, game in views(frames[TELEVISION]) if game["phase"] != "over")
    hands = next(
        {who: set(other["cards"]["hand"]) for who in range(len(NAMES))}
        for _, other in views(frames[0])
        if other["sequence"] == game["sequence"]
    )
    card = min(hands[2])

    def with_leak(*way: Any, value: Any) -> Frame:
        leaky: Frame = json.loads(json.dumps(frame))
        place = leaky
        for step in way[:-1]:
            place = place[step]
        place[way[-1]] = value
        return leaky

    assert leaks(frame, TELEVISION, hands) == []
    for leaky in (
        with_leak("view", "game", "cards", "still_holds", value=[None, None, [card], None, None]),
        with_leak("view", "game", "cards", "discards", value=[[], [], [card], [], []]),
        with_leak("view", "game", "legal", value=[{"type": "PlayCard", "seat": 2, "cards": [card]}]),
        with_leak("view", "chairs", 2, "name", value=card),
        with_leak("more", value={card: 1}),
        with_leak("news", value=[{"events": [{"type": "CardPlayed", "seat": 2, "card": card}]}]),
    ):
        assert leaks(leaky, TELEVISION, hands), leaky
    own = with_leak("view", "game", "cards", "hand", value=[card])
    assert leaks(own, 2, hands) == []
    assert leaks(with_leak("view", "game", "cards", "still_holds", value=[[card]]), 2, hands), "another's"


def test_no_hand_is_sent_to_the_television_or_another_phone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    frames = whole_game(tmp_path, monkeypatch, target=1000)
    assert search(frames) > 50
    planted(frames)


@pytest.mark.nightly
def test_no_hand_is_sent_in_a_long_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    frames = whole_game(tmp_path, monkeypatch, target=6000)
    assert search(frames) > 500
    played = [
        event
        for frame in frames[TELEVISION]
        for line in frame.get("news", [])
        for event in line.get("events", [])
        if event["type"] == "CardPlayed"
    ]
    assert played, "cards were played"
    planted(frames)
