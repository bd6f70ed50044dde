"""Tiny real games on the same engine: proof that it carries what the other games need."""
