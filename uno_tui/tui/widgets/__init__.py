"""The few widgets of the table screen; each draws its own lines."""
