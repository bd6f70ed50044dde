"""The same test bodies on every kind of controller: see docs/reference/tiers.md."""
