"""The WebSocket protocol as a JSON schema, and docs/protocol.md made from it."""

from typing import Any

import msgspec

from hotdice.game import Command as FarkleCommand
from hotdice.match import wire
from hotdice.match.authority import FOR_THE_TABLE
from hotdice.match.games.kind import leaves
from hotdice.munchkin.commands import Move as MunchkinMove


def schema() -> dict[str, Any]:
    """What may be said in either direction.

    >>> sorted(schema())
    ['$defs', 'from_server', 'to_server']
    """
    (to_server, from_server), definitions = msgspec.json.schema_components(
        [wire.AnyToServer, wire.AnyFromServer], ref_template="#/$defs/{name}"
    )
    return {"to_server": to_server, "from_server": from_server, "$defs": definitions}


_HEAD = """# The protocol

A client talks to a Hotdice server over one WebSocket, `/ws`, in JSON texts of at most 8 KiB. The types
below are made from the program itself by `make protocol`; `GET /protocol.json` gives the same as a JSON
schema, and `GET /openapi.json` describes the HTTP part (people, tables, seats, records).

Every message is one JSON object whose `type` is its name: `{"type": "Ping"}`. So is every command, of the
table and of the games, and every event. Fields that are not marked `optional` must be there; others than
those listed are refused in what a client says, and may come in what a server says.

`examples/client.mjs` is a client in another language, written from this page and
[fair-dice.md](fair-dice.md) alone.

## From nothing to a move

1. `POST /api/people` with `{"name": "Ann"}`: the answer has the `key` of this device, which goes into the
   header `Authorization: Bearer KEY` from now on.
2. `POST /api/matches` with `{"rules": "classic", "seats": 2, "bots": ["greedy"]}` sets up a table, or
   `POST /api/matches/MATCH/seat` with `{"invite": SECRET}` takes a seat at one: the answer has `match`,
   `seat` and the `token` of the seat, and for the maker of a table the secret of the invitation, `invite`.
3. Open the WebSocket and say `{"type": "Hello", "match": MATCH, "token": TOKEN, "since": 0}`.
4. While `view.phase` is `open`: keep `view.commitment`, then say
   `{"type": "Do", "id": ID, "command": {"type": "SealSeed", "seal": SHA256_OF_SEED}}`. When every other
   chair has a `bot` or a `seal`, or `view.closing` is true: `GiveSeed` with the seed. Where the own `seal`
   is empty again somebody came or went: seal another seed. The owner says `Begin`.
5. While it is `playing` and the game asks this seat (`view.game.mover` is `view.seat`, or at the Munchkin
   Dice table `view.game.state.asked` has it), `view.game.legal` holds every move that it may make, ready
   to be sent: `{"type": "Do", "id": ID, "command": {"type": "Play", "command": MOVE}, "expected": SEQ}`.
   A `Keep` names dice by their numbers (`view.game.hand`, whose faces are `view.game.faces`), and `then`
   rolls or banks at once.
6. When it is `over`, `view.server_seed` is there, and `GET /api/matches/MATCH/record` gives the record.

## The order of things

1. The `Origin` of the handshake must be the address of the server, else it is answered with 403.
2. The client says `Hello` within ten seconds: the match, the token of its seat (none to watch), and in
   `since` the number of the last fact that it has seen. The server answers `Welcome`: the table as it is
   now and exactly what was missed. Of a long match that is 5,000 facts at most, and who asks for more than
   60 long ones a minute gets the view alone; then `complete` is false. A first message that is no `Hello`,
   no JSON, or for another protocol is answered by closing with 4400 and the reason; none at all within ten
   seconds with 1008.
3. Each `Do` gets exactly one answer, `Accepted` or `Refused`. A command is stored and synced before it is
   accepted, and accepted before anybody hears of it. `id` is the client's own; sending the same again gets
   the same answer, also after the server was restarted, so a client that is in doubt repeats. The same id
   with another command is refused. Refusals are remembered too, the latest 128 of a match for a day;
   `unavailable` is judged anew.
4. `expected` is the number of the last fact that the client knows. If something happened meanwhile, the
   command is refused with the code `stale` and the current number.
5. Whatever happens comes as `Update`, with numbers that leave no gap. A client that finds one says `Hello`
   again.
6. Numbers are the viewer's own: each counts the facts that they were told. In most games everybody is told
   everything. In a duplicate match the moves of a turn are told to their own seat alone until everybody has
   ended that turn; then the others get them, all at once. So a seat is never `stale` because of what it may
   not know.
7. `ShowChoice` is for parties: the mover's phone shows its television which dice it points at. It gets no
   answer, is not kept, and reaches nobody else; from anybody but the mover who has to choose it is not heard.
8. A key that stands twice in an object is no message.

## The games

`TableView.kind` says what is played, and so what `game`, `events` and the command of a `Play` look like.
`GET /api/kinds` lists the kinds with their bots.

- `farkle`: any sheet; `game` is one view of the table, with the own hand where there are cards. It carries
  what the referee says of the turn, so that a client need not know the rules: `turn_dice`, the number of
  dice it is played with; `to_roll`, the numbers of the dice that a roll would throw; `bank`, what a bank
  would record, cards in play included (`turn_total`, `records`, `total`), or why it is refused (`code` for
  programs, `why` with its words and values); and for the mover `keeps`, each keep by its faces with its
  `points`, how many dice a roll after it `rolls`, whether they are `hot`, and the `bank` after it.
  `version` is 2; a view without it has none of these.
- `two-tables`: a duplicate match. `game.own` is the own board, where the own seat is 0; `game.boards` are all
  boards as far as their turns are open; `options.against` is the bot that everybody plays.
- `parallel`: a duplicate match by a sheet with rounds. The same, each board with one seat; `game.waiting`
  says that the own turn is over while others are still at it.
- `munchkin`: the Munchkin Dice table. `game.state` has `?` for every hidden card, `game.legal` are the own
  moves, `game.account` what counts on either side of a fight; of several who may turn the die the first
  valid message counts.

An event of a duplicate match is `{"board": SEAT, "turn": TURN, "event": {...}}`.

## When the server closes

| code | meaning | what to do |
| --- | --- | --- |
| 1001 | the server is stopping | come back with the last number |
| 1008 | too many messages, or no `Hello` in time | slow down |
| 1009 | a frame of more than 8 KiB | - |
| 1012 | another process owns the match now | come back at once with the last number |
| 1013 | the database is away | come back in a few seconds |
| 4003 | the token opens no seat here, or the seat is no longer yours | join again |
| 4004 | there is no such match | - |
| 4008 | you read too slowly: 64 messages were waiting | come back with the last number |
| 4400 | that was no message; the reason says what is wrong | - |

"""


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return f"`{schema['$ref'].rsplit('/', 1)[-1]}`"
    if "anyOf" in schema:
        return " or ".join(_type(part) for part in schema["anyOf"])
    if "enum" in schema:
        return " or ".join(f"`{value}`" for value in schema["enum"])
    kind = schema.get("type", "any")
    if kind == "array":
        return f"list of {_type(schema.get('items') or {})}"
    limits = [
        f"{word} {schema[key]}"
        for key, word in (
            ("minimum", "from"),
            ("exclusiveMaximum", "below"),
            ("minLength", "at least"),
            ("maxLength", "at most"),
        )
        if key in schema
    ]
    return f"{kind}{' (' + ', '.join(limits) + ')' if limits else ''}"


def _members(part: dict[str, Any]) -> list[str]:
    return [ref["$ref"].rsplit("/", 1)[-1] for ref in part["anyOf"]]


def _moves(base: type, *without: type) -> list[tuple[str, dict[str, Any]]]:
    """Every move of a game that a player may send, by name."""
    kinds = [kind for kind in leaves(base).__args__ if not issubclass(kind, without)]
    _, definitions = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    return [(kind.__name__, definitions[kind.__name__]) for kind in kinds]


def _section(name: str, definition: dict[str, Any]) -> list[str]:
    description = definition.get("description", "").replace("\n", " ").split("  ")
    lines = [f"### {name}", "", " ".join(" ".join(description).split()), ""]
    required = set(definition.get("required", ()))
    rows = [
        f"| `{field}` | {_type(value)} | {'' if field in required else 'optional'} |"
        for field, value in definition.get("properties", {}).items()
        if field != "type"
    ]
    if "type" in definition.get("properties", {}):
        rows.insert(0, f'| `type` | `"{name}"` | |')
    if rows:
        lines += ["| field | type | |", "| --- | --- | --- |", *rows, ""]
    return lines


def document() -> str:
    """The text of docs/protocol.md."""
    whole = schema()
    definitions = whole["$defs"]
    said, heard = _members(whole["to_server"]), _members(whole["from_server"])
    commands = _members(definitions["Do"]["properties"]["command"])
    rest = [name for name in definitions if name not in {*said, *heard, *commands}]
    lines = [_HEAD]
    for title, names in (
        ("What a client says", said),
        ("Commands of a `Do`", commands),
        ("What the server says", heard),
        ("What is inside", rest),
    ):
        lines += [f"## {title}", ""]
        for name in names:
            lines += _section(name, definitions[name])
    for title, moves in (
        ("Moves of Farkle", _moves(FarkleCommand, *FOR_THE_TABLE)),
        ("Moves of the Munchkin Dice table", _moves(MunchkinMove)),
    ):
        lines += [f"## {title}", ""]
        for name, definition in moves:
            lines += _section(name, definition)
    return "\n".join(lines).replace("\n\n\n", "\n\n").rstrip() + "\n"
