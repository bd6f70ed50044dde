"""The simulated board: terrain, marbles, pawns, magnets and moving parts as rigid bodies.

``World`` is what the rest of the simulator uses; ``Physics`` holds every physical choice.
"""

from vulkar.sim.world.physics import DEFAULT, Physics
from vulkar.sim.world.truth import Truth
from vulkar.sim.world.world import World

__all__ = ["DEFAULT", "Physics", "Truth", "World"]
