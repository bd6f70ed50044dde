"""Sentences in every language, from codes and parameters."""
