"""The simulated board's camera: it shows what truly is, and says when it took the picture."""

from __future__ import annotations

import asyncio
import io
import time
from pathlib import Path

from PIL import Image

from vulkar.maps import IslandMap
from vulkar.pages.camera.file import Camera
from vulkar.pages.camera.upstream import Picture, pictures
from vulkar.sim.camera import WIDTH_PX, SimCamera
from vulkar.sim.world import World

RED = (0xD3, 0x20, 0x2A)


def redness(data: bytes, island: IslandMap, x_mm: float, y_mm: float) -> float:
    """How far the picture's colour there is from a red pawn's."""
    image = Image.open(io.BytesIO(data)).convert("RGB")
    scale = WIDTH_PX / island.width_mm
    at = (round((x_mm + 6) * scale), round((island.depth_mm - y_mm) * scale))
    colour = image.getpixel(at)
    assert isinstance(colour, tuple)
    return max(abs(a - b) for a, b in zip(colour, RED, strict=True))


def test_the_camera_sees_a_pawn_where_it_truly_stands(island: IslandMap, tmp_path: Path) -> None:
    world = World(island, 1)
    here, there = island.spaces["WT3"], island.spaces["BR2"]

    async def main() -> tuple[Picture, Picture]:
        camera = SimCamera(world, island, tmp_path / "board.camera")
        await camera.start()
        taken = pictures(Camera(f"unix:{tmp_path}/board.camera", "snapshot"))
        world.place("red", "WT3")
        before = await anext(taken)
        world.lift("red")
        world.place("red", "BR2")
        after = await anext(taken)
        await taken.aclose()
        await camera.close()
        await camera.close()
        return before, after

    began_s = time.time()
    before, after = asyncio.run(main())
    assert redness(before.data, island, here.x_mm, here.y_mm) < 40
    assert redness(after.data, island, there.x_mm, there.y_mm) < 40
    assert redness(after.data, island, here.x_mm, here.y_mm) > 80
    assert before.is_sure and began_s <= before.taken_s < after.taken_s <= time.time()
    assert not (tmp_path / "board.camera").exists()
