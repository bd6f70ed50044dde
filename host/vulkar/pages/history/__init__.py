"""Games that were: the list with its numbers, and each of them step by step."""
