"""Elements without a component of NiceGUI's own: of those some make code of text, which the content
policy forbids (docs/architecture.md names them)."""

from __future__ import annotations

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement


def said(tag: str, text: str, classes: str = "") -> TextElement:
    """An element with text, shown as it is: ``said("h2", "...")``."""
    element = TextElement(tag=tag, text=text)
    if classes:
        element.classes(classes)
    return element


def raw(html: str, tag: str = "div") -> ui.element:
    """An element with inner HTML, put in as it is: whoever makes it has escaped what people say."""
    element = ui.element(tag)
    element.props["innerHTML"] = html
    return element


def link(text: str, to: str, classes: str = "") -> TextElement:
    """A link within the table's pages."""
    element = said("a", text, classes)
    element.props["href"] = to
    return element
