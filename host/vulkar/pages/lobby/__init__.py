"""The lobby: what is played, who sits where, and a code for each phone."""
