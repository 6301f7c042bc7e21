"""The commands of every interface, and the parser of typed text: words for commands and cards, read as actions."""
