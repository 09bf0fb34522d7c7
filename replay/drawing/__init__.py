"""A scene drawn: as text for a terminal, and as SVG or PNG."""
