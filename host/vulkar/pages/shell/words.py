"""The words of one page, in the language of whoever looks at it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from vulkar.remote.refusal import Refusal
from vulkar.texts import Text, error_texts, render


@dataclass(frozen=True, slots=True)
class Words:
    """``words("page.shell.stop")`` is a sentence of the catalogues."""

    language: str

    def __call__(self, code: str, /, **params: Any) -> str:
        return render({"code": code, "params": params}, self.language)

    def text(self, said: Text) -> str:
        """A text that came from the table."""
        return render(said, self.language)

    def error(self, error: Refusal) -> tuple[str, str]:
        """What happened, and what to do."""
        texts = error_texts(error.code, error.params)
        return render(texts.what, self.language), render(texts.todo, self.language)
