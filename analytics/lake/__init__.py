"""The archive as Parquet files with a manifest, which other programs read, and a store made of them again.

Questions to a lake by Spark are in `analytics.spark`.
"""
