"""Cues: the table, its files, sounds and lamps without any device."""
