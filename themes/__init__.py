"""The themes that come with the game, one TOML file each."""
