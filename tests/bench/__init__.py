"""Speed and memory as ratios in one run. ``python -m tests.bench`` prints JSON; nothing asserts."""
