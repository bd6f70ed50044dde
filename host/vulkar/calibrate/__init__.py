"""Measuring a board: servo end stops and marks, the hall field, the timing of the gates.

The same code for a real and a simulated board; who looks at it is a :class:`~.person.Person`.
"""
