"""HTTP and WebSocket round the tables: who may come in, how fast, and what they get to see."""

__all__: list[str] = []
