"""The screens, drawn with Textual.

Textual provides the loop, screens, focus, the mouse, the input parser and style sheets. The program draws all cells
itself: a widget draws from a value into a canvas (`draw.canvas`), and only changed cells are sent (`draw.frames`). That
halves the cost of a move. Textual draws when a screen opens, and while one screen covers another.
"""
