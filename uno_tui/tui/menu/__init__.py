"""The start screen, its pages, and pages of text."""
