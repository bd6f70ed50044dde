"""The page of whoever outranks the sensors."""
