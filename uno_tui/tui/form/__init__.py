"""The form for the options of a new table, or for the rules of an open one."""
