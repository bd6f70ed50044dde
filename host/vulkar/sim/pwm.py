"""The RP2040's PWM slices, as far as a servo can tell.

Facts that are reproduced: GPIO n and n+16 share a channel; a slice has one frequency for its two
channels; a new duty (0 too) counts from the end of the running frame; ``deinit`` stops the whole
slice and freezes both channels at their level; a soft reset stops slices 0 to 3 only and leaves
4 to 7 pulsing; a hard reset stops everything, low.
"""

from __future__ import annotations

from typing import Final

from vulkar.sim.shims import chipwire as w

SLICES: Final = 8
SOFT_STOPPED: Final = 4  # a soft reset stops slices 0 to 3


def slice_of(gpio: int) -> int:
    """The slice of a GPIO."""
    return gpio >> 1 & 7


def channel_of(gpio: int) -> int:
    """0 for channel A, 1 for channel B."""
    return gpio & 1


class Slice:
    """One counter with two channels. Times in microseconds, duties in nanoseconds."""

    def __init__(self) -> None:
        self.hz = 0  # 0: never set
        self.running = False
        self._start_us = 0  # a frame begins here and at every period after
        self._told = [False, False]  # a duty was given since the channel was made
        self._level_ns = [0, 0]  # the duty of the running frame
        self._next_ns = [0, 0]  # the duty from the next frame on
        self._latch_us = -1  # when next becomes level; -1 where nothing waits
        self.frozen = [0, 0]  # the level of each channel while stopped

    @property
    def period_us(self) -> int:
        """The length of a frame."""
        return 1_000_000 // self.hz

    def settle(self, t_us: int) -> None:
        """Brings the slice up to ``t_us``: a duty that waited takes effect."""
        if 0 <= self._latch_us <= t_us:
            self._level_ns = list(self._next_ns)
            self._latch_us = -1

    def change_us(self) -> int:
        """When the next duty takes effect; -1 where none waits."""
        return self._latch_us

    def init(self, channel: int) -> None:
        """``PWM(pin)``: the channel's duty counts as not given, its compare value stays."""
        self._told[channel] = False

    def set_hz(self, t_us: int, hz: int) -> None:
        """The frequency of both channels. The compare values follow, so duties in ns stay."""
        self.hz = hz
        self._go(t_us)

    def set_ns(self, t_us: int, channel: int, duty_ns: int) -> None:
        """A duty; in a running slice it counts from the end of the frame."""
        self._told[channel] = True
        self._next_ns[channel] = duty_ns
        if self.running:
            frames = (t_us - self._start_us) // self.period_us + 1
            self._latch_us = self._start_us + frames * self.period_us
        self._go(t_us, channel)

    def set_u16(self, t_us: int, channel: int, duty: int) -> None:
        """A duty of 0 to 65535."""
        period_ns = 1_000_000_000 // self.hz if self.hz else 0
        self.set_ns(t_us, channel, period_ns * duty // 65535)

    def clear(self, t_us: int) -> None:
        """Both compare registers to 0: no pulse after this frame; nothing is started."""
        self.settle(t_us)
        self._next_ns = [0, 0]
        if self.running:
            frames = (t_us - self._start_us) // self.period_us + 1
            self._latch_us = self._start_us + frames * self.period_us

    def _go(self, t_us: int, channel: int | None = None) -> None:
        """Starts a stopped slice once it has a frequency and the channel has a duty."""
        told = any(self._told) if channel is None else self._told[channel]
        if not self.running and self.hz and told:
            self.running = True
            self._start_us = t_us
            self._level_ns = list(self._next_ns)
            self._latch_us = -1

    def stop(self, t_us: int) -> None:
        """``deinit``: the counter stops where it stands, and so do both outputs."""
        if not self.running:
            return
        self.settle(t_us)
        phase_ns = (t_us - self._start_us) % self.period_us * 1000
        self.frozen = [1 if phase_ns < ns else 0 for ns in self._level_ns]
        self.running = False
        self._latch_us = -1

    def pulse_us(self, channel: int) -> float | None:
        """The width of the pulses that come now, None where none come (duty 0, or stopped)."""
        if not self.running or self._level_ns[channel] == 0:
            return None
        return self._level_ns[channel] / 1000

    def is_high(self, channel: int) -> bool:
        """Whether a stopped channel stands high, which is neither a pulse nor silence."""
        return not self.running and bool(self.frozen[channel])


class PwmBlock:
    """All eight slices, and which GPIO is switched to PWM."""

    def __init__(self) -> None:
        self.slices = [Slice() for _ in range(SLICES)]
        self._pwm_pins: set[int] = set()  # only asked for membership, never walked

    def note(self, t_us: int, kind: int, pin: int, value: int) -> None:
        """What the firmware did to a pin; other kinds than PWM and pin mode are ignored."""
        if kind == w.PWM_CLEAR:
            self.slices[pin].clear(t_us)
            return
        part = self.slices[slice_of(pin)]
        part.settle(t_us)
        if kind == w.PWM_INIT:
            self._pwm_pins.add(pin)
            part.init(channel_of(pin))
        elif kind == w.PWM_FREQ:
            part.set_hz(t_us, value)
        elif kind == w.PWM_DUTY_NS:
            part.set_ns(t_us, channel_of(pin), value)
        elif kind == w.PWM_DUTY_U16:
            part.set_u16(t_us, channel_of(pin), value)
        elif kind == w.PWM_DEINIT:
            part.stop(t_us)
        elif kind == w.PIN_MODE:
            self._pwm_pins.discard(pin)

    def settle(self, t_us: int) -> None:
        """Brings every slice up to ``t_us``."""
        for part in self.slices:
            part.settle(t_us)

    def change_us(self) -> int:
        """When the next waiting duty takes effect; -1 where none waits."""
        waiting = [part.change_us() for part in self.slices if part.change_us() >= 0]
        return min(waiting, default=-1)

    def pulse_us(self, pin: int) -> float | None:
        """The pulses on a GPIO, None where it carries none."""
        if pin not in self._pwm_pins:
            return None
        return self.slices[slice_of(pin)].pulse_us(channel_of(pin))

    def is_high(self, pin: int) -> bool:
        """Whether a GPIO was left standing high by a stopped slice."""
        return pin in self._pwm_pins and self.slices[slice_of(pin)].is_high(channel_of(pin))

    def soft_reset(self, t_us: int) -> None:
        """Slices 0 to 3 stop and forget; 4 to 7 go on, their pins with them (seen on the chip)."""
        for number in range(SOFT_STOPPED):
            part = self.slices[number]
            part.settle(t_us)
            part.stop(t_us)
            part.hz = 0

    def hard_reset(self) -> None:
        """Watchdog, ``machine.reset()`` or power: every slice off, every pin an input."""
        self.slices = [Slice() for _ in range(SLICES)]
        self._pwm_pins.clear()
