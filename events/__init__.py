"""The record: what happened, kept for ever, and what can be read from it."""
