"""The page of the people at the board: what they are to do, and what they are asked."""
