"""The web process: HTTP and WebSocket for people and programs; a client of the table process."""
