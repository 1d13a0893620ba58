"""Conformance suites that others can run on parts of their own: a store, for now."""
