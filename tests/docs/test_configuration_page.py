"""Every key of every file says what it means."""

from __future__ import annotations

import re

import pytest
from pydantic import BaseModel

from tests.docs.configuration_page import FILES, configuration_page
from vulkar.maps.keys import keys


@pytest.mark.parametrize("model", [model for _, model in FILES])
def test_every_key_has_a_type_and_a_meaning(model: type[BaseModel]) -> None:
    for key in keys(model):
        assert key.type != "any", f"{key.path} has a type that the page cannot name"
        assert key.meaning, f"{key.path} has no meaning: write a text under it, see board_file.py"


def test_a_key_with_a_quantity_names_its_unit() -> None:
    page = configuration_page()
    for key in (key for _, model in FILES for key in keys(model)):
        if re.search(r"integer|number", key.type) and re.search(r"_(us|ms|mt|counts)$", key.path):
            assert key.unit and f"| {key.unit} |" in page, key.path
