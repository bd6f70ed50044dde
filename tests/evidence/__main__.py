"""``python -m tests.evidence [--check] [NAME...]``."""

from __future__ import annotations

import json
import sys

from tests.evidence import (
    closed_loop,
    curse_games,
    curse_island,
    demo_games,
    flows,
    flows_ship,
    frames,
    kill_loop,
    line_up,
    memory_wins_ship,
    pages_offline,
    random_games,
    random_games_curse,
    random_games_ship,
    search_wins,
    sim_faults,
    survey,
)
from tests.evidence.record import MEASURED, record

ALL = {
    "line_up": line_up,
    "demo_games": demo_games,
    "survey": survey,
    "closed_loop": closed_loop,
    "sim_faults": sim_faults,
    "flows": flows,
    "flows_ship": flows_ship,
    "frames": frames,
    "kill_loop": kill_loop,
    "random_games": random_games,
    "random_games_curse": random_games_curse,
    "random_games_ship": random_games_ship,
    "curse_games": curse_games,
    "curse_island": curse_island,
    "memory_wins_ship": memory_wins_ship,
    "search_wins": search_wins,
    "pages_offline": pages_offline,
}


def main(args: list[str]) -> int:
    check = "--check" in args
    names = [arg for arg in args if arg != "--check"] or list(ALL)
    unknown = [name for name in names if name not in ALL]
    if unknown:
        print(f"no such entry: {', '.join(unknown)}; there are {', '.join(ALL)}")
        return 2
    failed = 0
    for name in names:
        module = ALL[name]
        path = MEASURED / f"{name}.json"
        if check:
            if not path.exists():
                print(f"{name}: {path.name} is missing; run make evidence")
                failed += 1
                continue
            result = json.loads(path.read_text())["result"]
        else:
            print(f"{name}: {module.__doc__}", flush=True)
            result = record(name, f"python -m tests.evidence {name}", module.measure)
        problems = module.problems(result)
        for problem in problems:
            print(f"{name}: {problem}")
        failed += bool(problems)
        print(f"{name}: {'does not hold' if problems else 'holds'}", flush=True)
    return 1 if failed else 0


sys.exit(main(sys.argv[1:]))
