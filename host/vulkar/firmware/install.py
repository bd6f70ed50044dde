"""Install, check, rollback: the order of things, chosen so that any moment may be the last.

The free folder is filled and read back; its manifest follows; one rename makes it the one that
starts; main.py comes last and only if it differs. Until that rename the old firmware starts, after
it the new one. The folder that started before is kept for ``rollback``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from vulkar.errors import VulkarError
from vulkar.firmware import slots
from vulkar.firmware.compiling import compiled, launcher
from vulkar.firmware.kind import check_abi, check_kind, kind_of
from vulkar.firmware.prompt import Prompt
from vulkar.firmware.reach import Line, to_prompt, wait_for_hello
from vulkar.firmware.slots import Manifest, Part, Switch
from vulkar.link import image
from vulkar.link.serialport import find_port


def _silent(_: str) -> None:
    pass


def _no_progress(_: int, __: int) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Job:
    """One order. ``tell`` gets sentences, ``progress`` bytes done and bytes in all."""

    port: str
    island: str
    bench: bool = False
    take_over: bool = False
    tell: Callable[[str], None] = _silent
    progress: Callable[[int, int], None] = _no_progress


@dataclass(frozen=True, slots=True)
class Found:
    """What lies on a board."""

    switch: Switch
    manifests: dict[str, Manifest] = field(default_factory=dict)

    @property
    def now(self) -> Manifest | None:
        """What starts, if its folder is whole by its manifest."""
        return self.manifests.get(self.switch.now)


def resolve(port: str) -> str:
    """``auto`` becomes the one Pico's port."""
    return find_port() if port == "auto" else port


def look(prompt: Prompt) -> Found:
    """Reads the switch and the manifests of the folders that it names."""
    switch = slots.switch_of(prompt.value(f"_text({slots.SWITCH!r})"))
    found = Found(switch)
    for folder in (switch.now, switch.before):
        if folder:
            text = prompt.value(f"_text({folder + '/' + slots.MANIFEST!r})")
            manifest = slots.manifest_of(text)
            if manifest is not None:
                found.manifests[folder] = manifest
    return found


def damaged(prompt: Prompt, folder: str, manifest: Manifest) -> list[str]:
    """Names of files whose checksum is not the manifest's."""
    return [
        name
        for name, crc in manifest.crcs.items()
        if prompt.value(f"_crc({folder + '/' + name!r})") != crc
    ]


def install(job: Job) -> int:
    """Installs this Vulkar's firmware; the hash that the controller then names.

    Raises ``VulkarError``: firmware.* and port.*. Whatever is raised, the board starts the
    firmware that it had, or the whole new one, or sits at its prompt if it had none.
    """
    to_prompt(job.port, job.tell)
    with Prompt(job.port) as prompt:
        kind = kind_of(prompt)
        check_kind(kind, job.port)
        job.tell(f"Board: {kind.words}")
        found = look(prompt)
        _check_island(job, found)
        parts = compiled(kind.platform, kind.arch, bench=job.bench)
        check_abi(kind, parts, job.port)
        crcs = {part.name: part.crc for part in parts}
        manifest = Manifest(image.own_hash(), job.island, kind.arch, crcs)
        if found.now == manifest and not damaged(prompt, found.switch.now, manifest):
            job.tell("This firmware is installed already.")
        else:
            _fill(prompt, job, found.switch, parts, manifest)
        _launcher(prompt, fresh=not found.switch.now)
        restart(prompt)
    return _started(job, image.own_hash())


def _check_island(job: Job, found: Found) -> None:
    for manifest in found.manifests.values():
        if manifest.island != job.island and not job.take_over:
            raise VulkarError(
                "firmware.island", port=job.port, theirs=manifest.island, ours=job.island
            )


def _fill(prompt: Prompt, job: Job, switch: Switch, parts: list[Part], manifest: Manifest) -> None:
    """Writes the free folder, then makes it the one that starts."""
    folder = switch.free
    if switch.before:
        _switch(prompt, Switch(switch.now))  # from here on there is nothing to go back to
    prompt.do(f"_clear({folder!r})\n_folder({folder!r})")
    for sub in sorted({name.rpartition("/")[0] for name in manifest.crcs} - {""}):
        prompt.do(f"_folder({folder + '/' + sub!r})")
    total = sum(len(part.data) for part in parts)
    done = 0

    def sent(count: int) -> None:
        nonlocal done
        done += count
        job.progress(done, total)

    for part in parts:
        prompt.write(f"{folder}/{part.name}", part.data, sent)
    bad = damaged(prompt, folder, manifest)
    if bad:
        raise VulkarError("firmware.damaged", port=job.port, names=", ".join(bad))
    prompt.write(f"{folder}/{slots.MANIFEST}", manifest.text().encode())
    _switch(prompt, Switch(folder, switch.now))


def _switch(prompt: Prompt, switch: Switch) -> None:
    prompt.write(slots.SWITCH_NEW, switch.text().encode())
    prompt.do(f"_sync()\n_rename({slots.SWITCH_NEW!r}, {slots.SWITCH!r})\n_sync()")


def _launcher(prompt: Prompt, *, fresh: bool) -> None:
    """main.py, unless it is right already. A program that was there before is kept beside it."""
    part = launcher()
    if prompt.value(f"_crc({slots.LAUNCHER!r})") != part.crc:
        prompt.write(slots.LAUNCHER_NEW, part.data)
        if fresh:
            prompt.do(f"_rename({slots.LAUNCHER!r}, {slots.LAUNCHER_OLD!r})")
        prompt.do(f"_rename({slots.LAUNCHER_NEW!r}, {slots.LAUNCHER!r})\n_sync()")
    ours = prompt.value("_crc('island/wire.py')") != -1
    for name in slots.LOOSE if ours else ():
        prompt.do(f"_clear({name!r})")


def restart(prompt: Prompt) -> None:
    """Resets the board; a plain MicroPython on a computer has no reset and just goes on."""
    prompt.leave("import machine\nif hasattr(machine, 'reset'):\n machine.reset()\n")


def _started(job: Job, wanted: int) -> int:
    """Waits for the greeting of what was installed."""
    job.tell("Waiting for the controller to start.")
    fields = wait_for_hello(job.port)
    if fields is None:
        raise VulkarError("firmware.silent", port=job.port)
    if fields[3] != wanted:
        theirs, ours = f"{fields[3]:08x}", f"{wanted:08x}"
        raise VulkarError("firmware.other", port=job.port, theirs=theirs, ours=ours)
    return fields[3]


def rollback(job: Job) -> int:
    """Goes back to the firmware before; a second rollback goes forward again. Its hash."""
    to_prompt(job.port, job.tell)
    with Prompt(job.port) as prompt:
        check_kind(kind_of(prompt), job.port)
        found = look(prompt)
        before = found.manifests.get(found.switch.before)
        if before is None:
            raise VulkarError("firmware.no_previous", port=job.port)
        bad = damaged(prompt, found.switch.before, before)
        if bad:
            raise VulkarError("firmware.damaged", port=job.port, names=", ".join(bad))
        _switch(prompt, Switch(found.switch.before, found.switch.now))
        restart(prompt)
    return _started(job, before.firmware)


def check(job: Job) -> str:
    """A sentence on what runs, if it is what this Vulkar brings.

    A running firmware is only asked; at a prompt every file is read. Raises link.firmware,
    firmware.none, firmware.damaged, firmware.stopped.
    """
    own = image.own_hash()
    command = f"vulkar firmware install --port {job.port}"
    with Line(job.port) as line:
        fields = line.hello()
    if fields is not None:
        if fields[3] != own:
            theirs, ours = f"{fields[3]:08x}", f"{own:08x}"
            raise VulkarError(
                "link.firmware", port=job.port, theirs=theirs, ours=ours, command=command
            )
        return f"Firmware {own:08x} runs, protocol {fields[1]}.{fields[2]}: as this Vulkar brings."
    with Prompt(job.port) as prompt:
        kind = kind_of(prompt)
        check_kind(kind, job.port)
        found = look(prompt)
        if found.now is None:
            raise VulkarError("firmware.none", port=job.port, kind=kind.words)
        bad = damaged(prompt, found.switch.now, found.now)
    if bad:
        raise VulkarError("firmware.damaged", port=job.port, names=", ".join(bad))
    raise VulkarError("firmware.stopped", port=job.port, theirs=f"{found.now.firmware:08x}")
