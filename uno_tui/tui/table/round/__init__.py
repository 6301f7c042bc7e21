"""The round table: seats around the piles in their real order, on screens that have room for it.

Five widgets tile it: four strips of seats, and the felt with the piles. `placement` decides where everything is.
"""
