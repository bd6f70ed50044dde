"""What leaves the table instead of a sentence: plain JSON that any language can be made of."""

from __future__ import annotations

from typing import Any, TypedDict


class Text(TypedDict):
    """A sentence's ``code`` in the catalogues, and what fills its placeholders.

    A parameter is a string or a number, shown as it is; another ``Text``, rendered in the same
    language; or a list of these. ``n``, where there is one, chooses between the plural forms.
    ``own`` fills nothing: it is shown instead where a language has no entry for the code, as for
    the spaces of somebody's own map.
    """

    code: str
    params: dict[str, Any]


def text(code: str, /, **params: Any) -> Text:
    """The text of a code. ``params`` are JSON, see :class:`Text`."""
    return {"code": code, "params": params}


def named(group: str, key: str, own: str) -> Text:
    """The name of something that may be unknown to the catalogues, then shown as ``own``."""
    return {"code": f"{group}.{key}", "params": {"own": own}}
