"""The layout of the database: its migrations, and databases of older versions."""
