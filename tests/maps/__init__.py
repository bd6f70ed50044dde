"""Maps: the classic island, every way to break a map, drawings, and the authoring tool."""
