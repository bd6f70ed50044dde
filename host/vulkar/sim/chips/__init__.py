"""Chips beside the controller, register by register as their data sheets have them."""
