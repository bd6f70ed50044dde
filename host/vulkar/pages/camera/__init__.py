"""A camera's picture of the board: read once for all who look on, served from this origin."""
