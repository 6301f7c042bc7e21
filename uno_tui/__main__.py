"""`python -m uno_tui` is `uno`."""

from uno_tui.cli.commands import main

if __name__ == "__main__":
    main(prog_name="uno")
