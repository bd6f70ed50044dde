"""A real deck on the table: hands of paper, which the host does not see."""
