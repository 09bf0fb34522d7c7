"""What views and reports work out alike, as macros of the archive."""

from typing import Final

WILSON: Final = "100 * (n + 1.9208 {sign} 1.96 * sqrt(n * (of_all - n) / of_all + 0.9604)) / (of_all + 3.8416)"
"""A bound of the interval in which the true percentage lies nineteen times of twenty, after Wilson."""
INTERVALS: Final = tuple(
    f"CREATE MACRO {name}(n, of_all) AS CASE WHEN of_all > 0 THEN round({WILSON.format(sign=sign)}, 4) END"
    for name, sign in (("percent_from", "-"), ("percent_to", "+"))
)
NARROWEST: Final = "CAST(ceil((highest - lowest + 1) / greatest(1, most)) AS BIGINT)"
"""How wide ranges have to be at least, so that there are no more than `most` of them."""
RANGES: Final = (
    f"CREATE MACRO even_width(lowest, highest, most) AS list_filter(generate_series({NARROWEST}, 2 * {NARROWEST} + 1), "
    "lambda width: floor(highest / width) - floor(lowest / width) < greatest(1, most))[1]",
    "CREATE MACRO ranges_of(lowest, highest, most) AS {"
    f"'width': coalesce(even_width(lowest, highest, most), {NARROWEST}), "
    "'begin_at': if(even_width(lowest, highest, most) IS NULL, lowest, 0)}",
    "CREATE MACRO range_from(value, ranges) AS "
    "CAST(ranges.begin_at + floor((value - ranges.begin_at) / ranges.width) * ranges.width AS BIGINT)",
)
"""At most so many ranges of the same width from the lowest value to the highest, and where that of a value begins.

Ranges begin at multiples of their width; one range alone may have to begin at the lowest.
"""
SHORTLY: Final = "CREATE MACRO shortly(points) AS rtrim(rtrim(printf('%.3f', points), '0'), '.')"
"""Points for people: to three decimals at most."""
MACROS: Final = (*INTERVALS, *RANGES, SHORTLY)

MEANINGS: Final = {
    "percent_from": "From where on the true percentage lies, nineteen times of twenty, if `n` of `of_all` did.",
    "percent_to": "Up to where the true percentage lies, nineteen times of twenty, if `n` of `of_all` did.",
    "even_width": "The width of at most `most` ranges alike, from the lowest value to the highest.",
    "ranges_of": "At most `most` ranges of one width, from the lowest value to the highest, for `range_from`.",
    "range_from": "Where the range of a value begins, of those that `ranges_of` gave.",
    "shortly": "Points as people write them, to three decimals at most.",
}
"""What each macro gives."""
