"""The table process."""
