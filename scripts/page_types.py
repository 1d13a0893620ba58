"""Writes web/src/net/messages.ts: the types of everything the page says to a server and hears from it.

They are made from the same types that the server checks messages with, so they cannot disagree.
"""

from pathlib import Path
from typing import Any

import msgspec

from hotdice.club.evening.views import EveningView
from hotdice.coach.compare_forms import Compared
from hotdice.coach.forms import Advice, Exercise, Moment, Review
from hotdice.coach.strategy_forms import StrategyCard
from hotdice.game import Command, Event
from hotdice.match import wire
from hotdice.match.days import DayForks, DayLists, DayNow, OwnDay, Sealed
from hotdice.match.games.kind import leaves
from hotdice.match.messages import View
from hotdice.munchkin.film import MunchkinFilm
from hotdice.server import bodies
from hotdice.server.evenings import NewHost
from hotdice.server.evenings_api import EveningTable
from hotdice.server.games_api import GameKinds, MunchkinCards
from hotdice.server.ladder_api import LadderView

TARGET = Path("web/src/net/messages.ts")
_HEAD = """// Made by `make protocol` from the types of the server. Do not change it by hand.
"""
_ANSWERS = (
    bodies.Me, bodies.Games, bodies.Sheets, bodies.RulesLook, bodies.SeatedBody, bodies.Text, bodies.Problem,
    bodies.NewTable, bodies.Sit, Advice, Review, Exercise, Moment, bodies.Board, bodies.NewBoard,
    StrategyCard, MunchkinCards, MunchkinFilm, GameKinds, bodies.Done, DayForks, DayLists, DayNow, OwnDay,
    Sealed, LadderView, bodies.PartyBody, bodies.PartyPlace, bodies.Claim, bodies.MailAddress,
    bodies.MailState, EveningView, EveningTable, NewHost, Compared,
)  # fmt: skip
_RAW = {
    ("TableView", "game"): "View | null",
    ("Play", "command"): "GameCommand",
    ("News", "events"): "GameEvent[]",
    ("OwnDay", "events"): "GameEvent[]",
    ("OwnDay", "fox"): "GameEvent[]",
}
"""Fields that travel as they are, in the words of the game."""


def _family(base: type, prefix: str) -> tuple[Any, dict[str, Any], str]:
    """The schema of a family of tagged structs; names that also mean something at a table get a prefix."""
    (schema,), found = msgspec.json.schema_components([leaves(base)], ref_template="{name}")
    return schema, {f"{prefix}{name}": value for name, value in found.items()}, prefix


def definitions() -> dict[str, Any]:
    """Every type by the name it has in the page."""
    _, found = msgspec.json.schema_components(
        [wire.AnyToServer, wire.AnyFromServer, *_ANSWERS], ref_template="{name}"
    )
    fields = dict(View.__annotations__)
    (_,), views = msgspec.json.schema_components([_view_without_moves(fields)], ref_template="{name}")
    return found | views


def _view_without_moves(fields: dict[str, Any]) -> type:
    """The view of a game; its legal moves are commands, which have a union of their own."""
    return msgspec.defstruct(
        "View", [(name, Any if name == "legal" else kind) for name, kind in fields.items()]
    )


def typed(schema: dict[str, Any], prefix: str = "") -> str:
    """A JSON schema as a type.

    >>> typed({"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}})
    '(number | null)[]'
    """
    if "$ref" in schema:
        return prefix + str(schema["$ref"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(typed(part, prefix) for part in schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(f'"{value}"' for value in schema["enum"])
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(typed(part, prefix) for part in schema['prefixItems'])}]"
        inner = typed(schema.get("items") or {}, prefix)
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if kind == "object":
        return f"Record<string, {typed(schema.get('additionalProperties') or {}, prefix)}>"
    names = {
        "integer": "number",
        "number": "number",
        "string": "string",
        "boolean": "boolean",
        "null": "null",
    }
    return names.get(str(kind), "unknown")


def _interface(name: str, schema: dict[str, Any], *, sent: bool, prefix: str = "") -> str:
    """One type; what the page sends may leave out what has a default, what it hears may be left out too."""
    if "properties" not in schema:
        return f"export type {name} = {typed(schema, prefix)};\n"
    required = set(schema.get("required", ()))
    always = not sent and name != "News"  # msgspec writes defaults, except where a type says otherwise
    lines = [f"export interface {name} {{"]
    for field, value in schema["properties"].items():
        kind = _RAW.get((name, field)) or typed(value, prefix)
        lines.append(f"  {field}{'' if field in required or always else '?'}: {kind};")
    return "\n".join([*lines, "}", ""])


def _union(name: str, members: list[str]) -> str:
    return f"export type {name} =\n  | " + "\n  | ".join(members) + ";\n"


def document() -> str:
    """The text of the file."""
    found = definitions()
    view = found["View"]["properties"]
    view["legal"] = {"type": "array", "items": {"$ref": "GameCommand"}}
    sent = {"Hello", "Do", "Ping", "ShowChoice", "NewTable", "Sit"}
    sent |= {str(ref["$ref"]) for ref in found["Do"]["properties"]["command"]["anyOf"]}
    parts = [_HEAD]
    parts += [_interface(name, schema, sent=name in sent) for name, schema in sorted(found.items())]
    for base, union, prefix, is_sent in (
        (Command, "GameCommand", "Game", True),
        (Event, "GameEvent", "Event", False),
    ):
        schema, members, _ = _family(base, prefix)
        parts += [
            _interface(name, part, sent=is_sent, prefix=prefix) for name, part in sorted(members.items())
        ]
        parts.append(_union(union, sorted(prefix + str(ref["$ref"]) for ref in schema["anyOf"])))
    (to_server, from_server), _ = msgspec.json.schema_components(
        [wire.AnyToServer, wire.AnyFromServer], ref_template="{name}"
    )
    parts.append(_union("ToServer", sorted(str(ref["$ref"]) for ref in to_server["anyOf"])))
    parts.append(_union("FromServer", sorted(str(ref["$ref"]) for ref in from_server["anyOf"])))
    return "\n".join(parts)


if __name__ == "__main__":
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(document(), encoding="utf-8")
