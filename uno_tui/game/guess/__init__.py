"""What bots need beside the rules: inference about hidden cards, sampled rounds, and playouts.

The rules themselves import nothing from here.
"""
