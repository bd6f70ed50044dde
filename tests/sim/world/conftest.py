"""The classic island, read once."""

from __future__ import annotations

import pytest

from vulkar.maps import IslandMap, load


@pytest.fixture(scope="session")
def island() -> IslandMap:
    return load("classic")
