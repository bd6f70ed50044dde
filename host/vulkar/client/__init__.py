"""A small typed client of the HTTP and WebSocket API, for programs."""

from vulkar.client.client import TableClient
from vulkar.client.tells import Event, View
from vulkar.client.transport import TableError

__all__ = ["Event", "TableClient", "TableError", "View"]
