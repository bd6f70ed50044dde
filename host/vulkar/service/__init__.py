"""The table process: who sits where, who may do what, when, and what each may hear."""
