"""People at a terminal: tasks and questions as lines, answers as y or n."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from vulkar.island.people_text import question_said, task_said
from vulkar.island.port import Question, Task
from vulkar.maps import IslandMap
from vulkar.texts import Text, render

_WORDS = {"y": True, "yes": True, "n": False, "no": False}


class TerminalPeople:
    """``People`` who read ``write``'s lines and answer through ``read_line``.

    ``read_line(prompt)`` returns one line of input; it is awaited by one question at a time.
    """

    def __init__(
        self,
        island: IslandMap,
        write: Callable[[str], None],
        read_line: Callable[[str], Awaitable[str]],
    ) -> None:
        self._island = island
        self._write = write
        self._read_line = read_line
        self._one = asyncio.Lock()

    def tell(self, task: Task) -> None:
        """Prints the task."""
        self._write(f"Please: {render(task_said(self._island, task))}")

    def say(self, saying: Text) -> None:
        """Prints the sentence."""
        self._write(render(saying))

    async def ask(self, question: Question) -> bool:
        """Asks until the answer is y, yes, n or no."""
        async with self._one:
            while True:
                prompt = f"{render(question_said(self._island, question))} [y/n] "
                word = (await self._read_line(prompt)).strip().lower()
                if word in _WORDS:
                    return _WORDS[word]
                self._write("Please answer y or n.")
