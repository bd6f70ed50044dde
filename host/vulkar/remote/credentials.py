"""A session's credential on its way: a cookie in browsers, ``Authorization: Bearer`` in programs.

No answer carries it in its body: a script in a page can never read it, and a program takes it from
``Set-Cookie``.
"""

from __future__ import annotations

from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie

COOKIE = "vulkar"
# A browser takes a cookie of this name only over https and only for this very host.
COOKIE_HTTPS = "__Host-vulkar"
MAX_AGE_S = 180 * 24 * 3600
LONGEST = 200  # characters; a longer one is none of ours


def bearer(headers: Mapping[str, str]) -> str | None:
    """The credential of a program, None if there is none."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    token = token.strip()
    return token if scheme.lower() == "bearer" and 0 < len(token) <= LONGEST else None


def from_cookie(headers: Mapping[str, str], https: bool) -> str | None:
    """The credential of a browser, None if there is none."""
    try:
        jar = SimpleCookie(headers.get("cookie", ""))
    except CookieError:
        return None
    morsel = jar.get(COOKIE_HTTPS if https else COOKIE)
    return morsel.value if morsel and 0 < len(morsel.value) <= LONGEST else None


def credential(headers: Mapping[str, str], https: bool) -> str | None:
    """Whom a request speaks for; a Bearer makes the cookie silent."""
    return bearer(headers) or from_cookie(headers, https)


def set_cookie(value: str, https: bool, max_age_s: int = MAX_AGE_S) -> str:
    """A ``Set-Cookie`` header's value; ``max_age_s`` 0 takes the cookie away."""
    name = COOKIE_HTTPS if https else COOKIE
    secure = "; Secure" if https else ""
    return f"{name}={value}; Max-Age={max_age_s}; Path=/; HttpOnly; SameSite=Strict{secure}"
