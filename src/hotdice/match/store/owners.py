"""Which process owns a match, where several share a PostgreSQL database: how that is asked and changed."""

from hotdice.frozen import Frozen

TAKE = (
    "UPDATE matches SET owner = ? WHERE id = ?"
    " AND EXISTS (SELECT 1 FROM processes WHERE id = ?)"
    " AND (split_part(owner, '.', 1) = ?"
    " OR NOT EXISTS (SELECT 1 FROM processes p WHERE p.id = split_part(matches.owner, '.', 1)))"
    " RETURNING id"
)
HOME = (
    "SELECT p.id, p.address FROM matches m LEFT JOIN processes p ON p.id = split_part(m.owner, '.', 1)"
    " WHERE m.id = ?"
)
ORPHANS = (
    "SELECT id FROM matches m WHERE status = ?"
    " AND NOT EXISTS (SELECT 1 FROM processes p WHERE p.id = split_part(m.owner, '.', 1))"
    " ORDER BY updated DESC"
)


class Peer(Frozen):
    """A process: its name, where the others reach it, and how often it has said that it lives."""

    id: str
    address: str
    beat: int = 0
