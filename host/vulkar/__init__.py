"""Vulkar."""
