"""Cues: what is heard and what lamps show when something happens. One table of data for all.

``cues.toml`` holds the sounds, the shows and the rows; a file of one's own changes some of them.
Pure: an event comes in, sounds and pictures of lamps with their times come out.
"""

from vulkar.cues.file import Cues, load_cues
from vulkar.cues.playing import EVERYBODY, Heard, Played, Scene, played

__all__ = ["EVERYBODY", "Cues", "Heard", "Played", "Scene", "load_cues", "played"]
