"""The Inferno items: things to dig for on dark spaces, on top of either preset."""
