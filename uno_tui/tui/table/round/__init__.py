"""The round table: seats around the piles in their real order, on screens that have room for it."""
