"""The command line: what people type, and what each command does."""
