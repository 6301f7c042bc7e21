"""The rules of UNO."""
