"""The committed vectors are what the referee says today, and whoever reads something else is told."""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from scripts.vectors import SAMPLE

from hotdice.game import Command, Refusal, new_game, parse_record, play, recorded_points
from hotdice.match.games.kind import leaves
from hotdice.rules import RulesError, from_raw, load, resolve
from hotdice.testing.drawing import Lots, draw_raw, draw_rules, drawn_by_kind
from hotdice.testing.vectors import counts_of, plain, read_vectors, state_data, write_vectors


def _played(vector: dict[str, Any]) -> list[Any]:
    """The steps of a vector as the referee answers them now, and the state at the end."""
    state = new_game(
        resolve(vector["rules"]), vector["players"], first=vector["first"], bags=vector.get("bags", ())
    )
    told: list[Any] = []
    for command, _ in vector["steps"]:
        result = play(state, msgspec.convert(command, leaves(Command)))
        told.append([command, result.code if isinstance(result, Refusal) else plain(result[1])])
        state = state if isinstance(result, Refusal) else result[0]
    return [told, state_data(state)]


def test_the_sample_is_what_the_referee_says() -> None:
    seen: set[str] = set()
    for vector in read_vectors(SAMPLE):
        seen.add(vector["kind"])
        match vector["kind"]:
            case "counts":
                assert counts_of(load(vector["rules"])) == vector["dice"]
            case "play":
                again = msgspec.json.decode(msgspec.json.encode(_played(vector)))
                assert again == [vector["steps"], vector["end"]]
            case "record":
                assert state_data(parse_record(vector["text"]).state()) == vector["end"]
            case "rules" if "faults" in vector:
                with pytest.raises(RulesError):
                    from_raw(vector["raw"])
            case "rules":
                assert from_raw(vector["raw"]).hash == vector["hash"]
    assert seen == {"counts", "rules", "play", "record", "values"}


def test_the_sample_has_the_rules_of_houses() -> None:
    text = SAMPLE.read_text(encoding="utf-8")
    for word in ("TookOver", "Bumped", "Gifted", "KnockedOut", '"instant"', '"uneven"', "last_licks"):
        assert word in text, word
    assert '"bags":["' in text
    assert "hotdice record 2" in text


def test_a_changed_vector_would_be_noticed() -> None:
    vector = next(one for one in read_vectors(SAMPLE) if one["kind"] == "play")
    vector["end"]["turn"] += 1
    assert msgspec.json.decode(msgspec.json.encode(_played(vector)))[1] != vector["end"]


def test_another_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "vectors.jsonl"
    file.write_text('{"format": "something else"}\n', encoding="utf-8")
    with pytest.raises(ValueError, match="not a file of vectors"):
        next(read_vectors(file))
    assert write_vectors(file, "s", [{"kind": "counts"}]) == {"counts": 1}
    assert list(read_vectors(file)) == [{"kind": "counts"}]


def test_the_whole_option_space_is_drawn() -> None:
    rng = random.Random(1)
    used = {key for _ in range(300) for key in draw_raw(rng)}
    fields = {field.name for field in msgspec.structs.fields(type(load("classic")))}
    assert fields - used - {"name", "title", "summary", "source"} == set()
    assert set(drawn_by_kind()) <= used
    plain_rules = [draw_rules(Lots(str(seed), later=False)) for seed in range(40)]
    assert not any(rules.beyond for rules in plain_rules)


def test_a_card_below_opening_and_minimum_records_nothing() -> None:
    settings = ["opening=450", "opening_policy=may_stop", "minimum=400"]
    shut = new_game(load("munchkin-farkle-plain", settings), 3)
    assert [recorded_points(shut, total) for total in (50, 420, 450)] == [0, 0, 450]
