"""Drawing: cells, colors, characters, themes, and the text sent to the terminal."""
