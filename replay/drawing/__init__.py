"""A scene drawn: as text for a terminal, and as SVG or PNG.

What stands on the table is said by the game's `scene.py`; screens and pages are rooms of their own.
"""
