"""The front door of the library."""
