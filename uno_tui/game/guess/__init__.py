"""Inference about hidden cards, guessed rounds, and playouts: the basis of the bots.

The rules import nothing from here.
"""
