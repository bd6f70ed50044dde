"""The pages that people open: shown by NiceGUI, acted on by the API. See docs/architecture.md."""
