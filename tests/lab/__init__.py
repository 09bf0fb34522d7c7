"""Worlds, playouts and bots that think."""
