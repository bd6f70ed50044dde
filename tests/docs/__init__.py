"""The docs that come from code, and the proof that every command in the docs runs."""
