"""Sentences for people: a code and parameters inside, a sentence of a language at the edge."""

from vulkar.texts.catalogue import LANGUAGES, best_language
from vulkar.texts.error import ErrorTexts, error_texts
from vulkar.texts.render import is_text, render
from vulkar.texts.text import Text, named, text

__all__ = [
    "LANGUAGES",
    "ErrorTexts",
    "Text",
    "best_language",
    "error_texts",
    "is_text",
    "named",
    "render",
    "text",
]
