"""What bots need in addition to the rules: inference about hidden cards, guessed rounds, and playouts.

The rules import nothing from here.
"""
