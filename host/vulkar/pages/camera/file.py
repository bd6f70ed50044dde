"""Reads the file that says where a camera's pictures come from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from vulkar.errors import VulkarError
from vulkar.maps.lines import line_of, read_toml

Kind: TypeAlias = Literal["snapshot", "mjpeg"]
LOCAL: Final = "unix:"  # a program of this machine, on a Unix socket


class Strict(BaseModel):
    """Unknown keys are errors."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True
    )


class Section(Strict):
    """``[camera]``."""

    url: Annotated[str, Field(pattern=r"^(https?://[^\s]+|unix:/[^\s]+)$")]
    """Where its pictures come from: `http://`, `https://`, or `unix:/` for a program here."""
    kind: Literal["snapshot", "mjpeg", "hls"]
    """What comes from there: a picture at each request, or a stream of them; `hls` is refused."""


class CameraFile(Strict):
    """A whole camera file."""

    camera: Section


@dataclass(frozen=True, slots=True)
class Camera:
    """Where pictures come from: one at each request, or a stream of them."""

    url: str
    kind: Kind


def load_camera(path: Path) -> Camera:
    """Raises ``VulkarError``: camera.missing, camera.unreadable, camera.syntax, camera.value, and
    camera.hls for a video that no page can show from still pictures."""
    if not path.is_file():
        raise VulkarError("camera.missing", path=path)
    data, lines = read_toml(path, "camera")
    try:
        section = CameraFile.model_validate(data).camera
    except ValidationError as exc:
        first = exc.errors()[0]
        keys = tuple(str(part) for part in first["loc"])
        raise VulkarError(
            "camera.value",
            path=path,
            line=line_of(lines, keys),
            key=".".join(keys),
            reason=first["msg"],
        ) from exc
    if section.kind == "hls":
        raise VulkarError("camera.hls", path=path)
    return Camera(section.url, section.kind)
