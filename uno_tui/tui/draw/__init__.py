"""Drawing: cells, colors, glyphs, themes, and what goes to the terminal."""
