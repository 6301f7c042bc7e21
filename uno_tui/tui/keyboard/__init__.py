"""Keys: key tables, the screens whose keys they are, labels, the bar of hints, and layouts of keyboards."""
