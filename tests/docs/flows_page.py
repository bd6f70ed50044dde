"""docs/reference/flows.md: one Mermaid state diagram for each flow table."""

from __future__ import annotations

from vulkar.rules import rulesets
from vulkar.rules.flow import Flow

RESERVED = frozenset({"end", "state", "note", "class", "direction"})


def flows_page() -> str:
    lines = [
        "# Flows",
        "",
        "What leads to what in each ruleset. Generated from the flow tables, which the engine",
        "dispatches on; `tests/rules/test_machines.py` proves that machines of the library",
        "`transitions`, loaded from the same tables, play the same games.",
        "",
        "A game is a stack of frames; each kind of frame has one of these flows. An arrow carries",
        "the outcomes that it belongs to. An arrow to the end carries, after an equals sign, the",
        "word that the frame hands to the step that started it, where that is another word.",
    ]
    for name in rulesets.MODULES:
        lines += ["", f"## Ruleset `{name}`"]
        for flow in rulesets.get(name).flows:
            lines += ["", f"### {flow.name}", "", flow.about, ""]
            lines += ["```mermaid", diagram(flow), "```"]
    return "\n".join(lines) + "\n"


def diagram(flow: Flow) -> str:
    """Mermaid text: the steps of a flow, one arrow for each pair of steps."""
    arrows: dict[tuple[str, str], list[str]] = {}
    for step, outcome, dest in flow.edges:
        word = dest[1:] if dest.startswith("=") else ""
        label = f"{outcome} = {word}" if word and word != outcome else outcome
        arrows.setdefault((step, "[*]" if word else dest), []).append(label)
    lines = ["stateDiagram-v2"]
    lines += [f'    state "{s}" as {_id(s)}' for s in flow.steps() if _id(s) != s]
    lines.append(f"    [*] --> {_id(flow.steps()[0])}")
    for (a, b), labels in arrows.items():
        lines.append(f"    {_id(a)} --> {_id(b)}: {', '.join(labels)}")
    return "\n".join(lines)


def _id(step: str) -> str:
    """A step's id in the diagram; Mermaid reads a bare ``end`` as a keyword."""
    return f"{step}_" if step in RESERVED else step
