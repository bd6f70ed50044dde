"""The memory game of the hidden ship: find your way by locations that are connected."""
