"""The large screen: the island with all that moves on it, for who looks on."""
