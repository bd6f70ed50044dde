"""The last commands and their answers: a repeat is answered again and not carried out again."""

from island import wire


class Answered:
    """Answers by kind and number, the newest :data:`wire.REMEMBERED` of them."""

    def __init__(self) -> None:
        self.newest = 0
        self.stale = 0  # commands too old to be repeats: their host is gone, or was answered
        self.repeated = 0
        self._any = False
        self._keys: list[int] = []  # kind << 16 | seq, beside their answers
        self._answers: list[bytes] = []

    def find(self, kind: int, seq: int) -> "bytes | None":
        """The answer that this command had; None if it is not remembered."""
        key = kind << 16 | seq
        if key not in self._keys:
            return None
        self.repeated += 1
        return self._answers[self._keys.index(key)]

    def is_stale(self, seq: int) -> bool:
        """So far behind the newest number that a repeat of it may be forgotten already."""
        behind = (self.newest - seq) & 0xFFFF
        if not self._any or behind < wire.REMEMBERED or behind >= 0x8000:
            return False
        self.stale += 1
        return True

    def keep(self, kind: int, seq: int, answer: bytes) -> None:
        """Remembers what was answered."""
        if len(self._keys) >= wire.REMEMBERED:
            self._keys.pop(0)
            self._answers.pop(0)
        self._keys.append(kind << 16 | seq)
        self._answers.append(answer)
        if not self._any or (seq - self.newest) & 0xFFFF < 0x8000:
            self.newest = seq
            self._any = True
