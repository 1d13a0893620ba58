"""The HTTP part of boards: a device writes the score of a game with real dice, others look on."""

from hotdice.match.boards import Written
from hotdice.server import bodies as b
from hotdice.server.routes import Call, Endpoint, HttpProblem

PATIENCE = 20.0
"""Seconds that a look at a board may wait for something new."""


async def write_board(call: Call) -> Written:
    """Keep a version of a board; the first one makes it. Sending it again changes nothing."""
    context = call.context
    if not context.may(context.boards_written, call.address):
        raise HttpProblem(429, "too_many", "Too many scores from your address; wait a minute.")
    body: b.NewBoard = call.body
    board = str(call.request.path_params["board"])
    if not board.isascii() or not board.isalnum() or not 24 <= len(board) <= 64:
        raise HttpProblem(400, "bad_request", "A board's name has 24 to 64 letters and digits.")
    if not await context.boards.known(board):  # anybody may make one, but not any number of them
        if not context.may(context.boards_made, call.address):
            raise HttpProblem(429, "too_many", "Too many new boards from your address; come back in an hour.")
        if await context.boards.full():
            raise HttpProblem(503, "full", "This server keeps as many boards as it can; try again tomorrow.")
    written = await context.boards.write(board, body.key, body.version, body.body)
    if written is None:
        raise HttpProblem(403, "not_yours", "This board is kept by another device.")
    return written


async def read_board(call: Call) -> b.Board:
    """A board as it is now."""
    return await _read(call, 0, 0)


async def read_newer_board(call: Call) -> b.Board:
    """A board as soon as it is newer than a version; after a while as it is all the same."""
    text = str(call.request.path_params["version"])
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise HttpProblem(400, "bad_request", "A version is a whole number.")
    return await _read(call, int(text), PATIENCE)


async def _read(call: Call, since: int, patience: float) -> b.Board:
    found = await call.context.boards.read(str(call.request.path_params["board"]), since, patience)
    if found is None:
        raise HttpProblem(404, "no_such_board", "There is no such board.")
    return b.Board(found.version, found.body, found.updated)


ENDPOINTS = (
    Endpoint("POST", "/api/boards/{board}", write_board, "Write a score.", Written, b.NewBoard),
    Endpoint("GET", "/api/boards/{board}", read_board, "A score.", b.Board),
    Endpoint("GET", "/api/boards/{board}/after/{version}", read_newer_board, "A newer score.", b.Board),
)
"""What scorekeepers and those who look on may ask for."""
