"""What MicroPython's compiler knows and CPython does not, so that the same files run on both."""

try:
    from typing import TypeVar

    T = TypeVar("T")
except ImportError:
    pass


def viper(function: "T") -> "T":
    return function


def ptr16(buffer: "T") -> "T":
    return buffer


def ptr32(buffer: "T") -> "T":
    return buffer
