"""Cards at the keyboard: the words, what is shown, replay, decks from files, and wrong input."""

import json
from pathlib import Path

from click.testing import CliRunner

from game.cards.pins import DOCS, NAMES, WHO, game_with_cards
from game.cards.tables import table
from hotdice.game import Record, ScriptedDice, State, print_position
from hotdice.game import events as e
from hotdice.rules import load
from hotdice.terminal.cli import hotdice
from hotdice.terminal.plain_game import PlainGame
from hotdice.terminal.session import Session
from hotdice.terminal.telling import tell

TOLD = (e.CardPlayed, e.DiceTurned, e.TurnPointsAdded, e.PointsMoved, e.CardEnded, e.GoldCounted)


class Paper:
    """A screen that remembers, with somebody who types a list of lines."""

    drawn = False

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.text = ""

    def say(self, text: str = "", *, strong: bool = False) -> None:
        self.text += text + "\n"

    def ask(self, prompt: str) -> str | None:
        self.text += prompt + (self.lines[0] if self.lines else "") + "\n"
        return self.lines.pop(0) if self.lines else None


def typed(start: State, lines: str, *throws: str) -> tuple[str, State]:
    """What a person reads who types these words at this position, and where it leads."""
    record = Record(start.rules, ("Ann", "Bob", "Cleo"), ("human",) * 3, start=print_position(start))
    session, paper = Session(record, dice=ScriptedDice(throws)), Paper(lines.split("/"))
    PlainGame(session, paper).run()
    return paper.text, session.state


def test_a_card_with_a_target_by_name_or_number() -> None:
    for words in ("card jam bob", "card jam 2", "card Jam in the Dice Cup Bob"):
        text, state = typed(table(0, 0, 0), words)
        assert "Ann: Jam in the Dice Cup, on Bob." in text, words
        assert state.cards is not None
        assert [(entry.card, entry.target) for entry in state.cards.in_play] == [("jam", 1)]


def test_a_card_with_dice_by_their_faces() -> None:
    text, state = typed(table(900, 900, 900, turn="t300.3.163"), "card underside 6")
    assert "On the table now: 1 1 3." in text
    assert state.faces == (1, 1, 3)
    text, state = typed(table(900, 900, 900, turn="t300.3.134"), "card wobbly 3 4", "55")
    assert "Ann rolls again: 5 5. On the table: 1 5 5." in text


def test_what_is_missing_or_wrong_is_said() -> None:
    text, state = typed(table(0, 0, 0), "card jam/card pantry/card nonsense/card/pass")
    assert "Jam in the Dice Cup asks whom" in text
    assert "Out Through the Pantry is played on a Farkle." in text
    assert "There is no card 'nonsense' in this deck." in text
    assert "* may be played now." in text
    assert "Nothing waits for a card." in text
    assert state == table(0, 0, 0)
    text, _ = typed(table(0, 0, 0, turn="t300.3.163"), "card underside")
    assert "asks which dice" in text


def test_the_hand_the_table_and_what_others_still_hold_are_shown() -> None:
    text, _ = typed(table(0, 0, 0, in_play="2.5.1.3", discards=("0", "", "")), "cards")
    assert "In play: Jam in the Dice Cup: Bob on Ann, 3 turns left." in text
    assert "Still in hand, by what was played: Bob: Underside Inspection, Wobbly Table Leg" in text
    assert "Underside Inspection (underside)" not in text, "it is spent"
    assert "Discarded: Ann: Underside Inspection." in text
    assert "Discarded: Bob: no card." in text


def test_a_dead_roll_asks_and_takes_an_answer() -> None:
    dead = table(900, 900, 900, turn="t700.3.234")
    text, state = typed(dead, "card pantry")
    assert "You hold Out Through the Pantry. Play it?" in text
    assert "Ann banks 500. Total 1,400." in text
    assert state.mover == 1
    text, state = typed(dead, "p")
    assert "Farkle! 700 points gone." in text
    text, state = typed(dead, "p/undo/card pantry")
    assert "Taken back." in text
    assert state.totals[0] == 1400


def test_a_stop_asks_too() -> None:
    text, state = typed(table(900, 2000, 900, turn="t500.3.124"), "keep 1 bank/card unpaid bob")
    assert "You hold Unpaid Tab. Play it?" in text
    assert "300 points go from Bob to Ann." in text
    assert state.totals == (1800, 1700, 900)


def test_every_event_of_a_game_with_cards_is_told() -> None:
    record = game_with_cards()
    states = list(record.states())
    told: set[type[e.Event]] = set()
    for event, before, later in zip(record.events, states, states[1:], strict=False):
        text = tell(event, before, later, NAMES)
        if type(event) in TOLD:
            told.add(type(event))
            assert text.endswith("."), event
    assert {e.CardPlayed, e.CardEnded, e.TurnPointsAdded, e.GoldCounted} <= told


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(hotdice, list(words))
    return result.exit_code, result.output


def test_the_game_of_the_documents_can_be_replayed() -> None:
    file = str(DOCS / "munchkin-farkle-game.farkle")
    code, text = run("replay", file)
    assert code == 0
    assert "Gold Pieces of unplayed cards:" in text
    assert "stops it; both are discarded." in text
    assert f"({WHO[0]})" in text
    code, text = run("replay", file, "--csv")
    assert code == 0
    assert text.startswith("turn,round,seat")
    code, text = run("replay", file, "--at", "9")
    assert "Position: munchkin-farkle~" in text


def test_a_game_of_bots_with_cards_is_played_to_its_end() -> None:
    code, text = run("play", "munchkin-farkle", "--players", "schemer,eager,random", "--seed", "5")
    assert code == 0
    assert "The published cards of Munchkin Farkle are not known to us" in text
    assert "Schemer (red), Eager (blue), Random (green)" in text
    assert "The game is over." in text


def test_colours_are_chosen_or_refused() -> None:
    players = ("--players", "eager,eager,eager", "--seed", "1")
    assert (
        "Eager (green), Eager (2) (red)"
        in run("play", "munchkin-farkle", *players, "--colours", "green,red,blue")[1]
    )
    code, text = run("play", "munchkin-farkle", *players, "--colours", "green,green,blue")
    assert (code, "a colour of its own" in text) == (2, True)
    code, text = run("play", "classic", "--players", "greedy,greedy", "--colours", "red,blue")
    assert (code, "has no cards" in text) == (2, True)


def test_the_cards_command(tmp_path: Path) -> None:
    assert "house" in run("cards", "list")[1]
    assert json.loads(run("cards", "list", "--json")[1])["decks"][0]["cards"] == 10
    code, text = run("cards", "show", "house")
    assert code == 0
    assert "not known to us" in " ".join(text.split())
    assert all(card.name in " ".join(text.split()) for card in load("munchkin-farkle").deck.cards)  # type: ignore[union-attr]
    assert json.loads(run("cards", "show", "house", "--json")[1])["name"] == "house"
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    effects = 'effects = [{ do = "total_points", points = 5 }]'
    good.write_text(
        f'[[cards]]\nid = "nap"\nname = "Nap"\ntext = "Rest."\ngold = 5\n{effects}\n', encoding="utf-8"
    )
    bad.write_text("[[cards]]\nid = 'nap'\ngold = 'much'\n", encoding="utf-8")
    assert run("cards", "check", str(good))[0] == 0
    assert json.loads(run("cards", "check", str(good), "--json")[1]) == {"ok": True, "problems": []}
    code, text = run("cards", "check", str(bad))
    assert code == 2
    assert "line 3, cards[0].gold: must be a whole number, not 'much'" in text
    problems = json.loads(run("cards", "check", str(bad), "--json")[1])["problems"]
    assert {"line": 3, "key": "cards[0].gold", "message": "must be a whole number, not 'much'"} in problems
    assert run("cards", "show", "nothing")[0] == 2
    code, text = run(
        "play", "munchkin-farkle", "--set", f"deck={good}", "--players", "eager,eager,eager", "--seed", "1"
    )
    assert code == 0
    assert "Nap" in text
    assert run("play", "munchkin-farkle", "--set", f"deck={bad}")[0] == 2


def test_two_people_at_one_keyboard_resume_a_game_with_cards(tmp_path: Path) -> None:
    file = tmp_path / "game.farkle"
    words = (
        "play",
        "munchkin-farkle",
        "--players",
        "human,human,eager",
        "--seed",
        "4",
        "--record",
        str(file),
    )
    result = CliRunner().invoke(hotdice, list(words), input="card jam 2\nquit\n")
    assert result.exit_code == 0
    assert "card=jam>2" in file.read_text()
    again = CliRunner().invoke(hotdice, ["play", "--record", str(file)], input="cards\nquit\n")
    assert "In play: Jam in the Dice Cup: Player 1 on Player 2" in again.output
