"""A small typed client of the HTTP and WebSocket API, for programs."""
