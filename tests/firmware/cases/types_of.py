"""A module made of names, on both interpreters."""


def module(**names):
    class Module:
        pass

    made = Module()
    for name, value in names.items():
        setattr(made, name, value)
    return made
