"""A small typed client of the HTTP and WebSocket API, for programs."""

from vulkar.client.client import TableClient
from vulkar.client.firing import fire_when_live
from vulkar.client.tells import Event, View
from vulkar.client.transport import TableError

__all__ = ["Event", "TableClient", "TableError", "View", "fire_when_live"]
