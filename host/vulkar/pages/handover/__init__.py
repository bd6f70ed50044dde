"""One device for several people: whose it is next, and a screen between two hands."""
