"""The screens of settings: one opened from the start screen, one during a session."""
