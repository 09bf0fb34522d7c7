"""What views and reports work out alike, as macros of the archive."""

from typing import Final

from ludograph.domain.kernel.confidence import FEW, NORMAL, SERIES

SQUARE: Final = NORMAL * NORMAL
WILSON: Final = (
    f"100 * (n + {SQUARE / 2} {{sign}} {NORMAL} * sqrt(n * (of_all - n) / of_all + {SQUARE / 4})) / (of_all + {SQUARE})"
)
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
STEPS: Final = 400
"""Into so many parts integrals are divided, by Simpson's rule."""
INTEGRAL: Final = (
    "list_sum(list_transform(range(0, {steps} + 1), lambda i: "
    "(CASE WHEN i = 0 OR i = {steps} THEN 1 WHEN i % 2 = 1 THEN 4 ELSE 2 END) * ({integrand}))) * ({end} - {begin})"
)
WIDEST: Final = 2000
"""With more degrees of freedom Student's distribution is the same to four digits."""


def _integral(integrand: str, begin: str, end: str) -> str:
    """A number that grows as the integral does; in the integrand `{x}` is what is integrated over."""
    at = f"({begin} + ({end} - {begin}) * i / {STEPS}.0)"
    return INTEGRAL.format(steps=STEPS, integrand=integrand.format(x=at), begin=begin, end=end)


COSINES: Final = f"power(greatest(cos({{x}}), 0), least(df, {WIDEST}) - 1)"
CHIS: Final = "power({x}, df - 1) * exp(-{x} * {x} / 2)"
FARTHEST: Final = "(sqrt(df) + 12)"
WELCH: Final = "one_variance / one_n + other_variance / other_n"
PARTS: Final = "power(one_variance / one_n, 2) / (one_n - 1) + power(other_variance / other_n, 2) / (other_n - 1)"
QUANTILE: Final = " + ".join([f"{NORMAL}", *(f"{term} / power(df, {at})" for at, term in enumerate(SERIES, start=1))])
OF_FEW: Final = " ".join(f"WHEN df = {df} THEN {value}" for df, value in enumerate(FEW, start=1))
TESTS: Final = (
    # The angle makes of Student's distribution a power of its cosine, which ends on both sides.
    "CREATE MACRO student_p(t, df) AS CASE WHEN t IS NOT NULL THEN least(1, "
    f"({_integral(COSINES, '(atan(abs(t) / sqrt(least(df, ' + str(WIDEST) + '))))', '(pi() / 2)')}) / "
    f"({_integral(COSINES, '0', '(pi() / 2)')})) END",
    "CREATE MACRO welch_p(one_mean, one_variance, one_n, other_mean, other_variance, other_n) AS "
    f"CASE WHEN one_n > 1 AND other_n > 1 AND {WELCH} > 0 THEN "
    f"student_p((one_mean - other_mean) / sqrt({WELCH}), power({WELCH}, 2) / ({PARTS})) END",
    "CREATE MACRO chi_squared_p(x, df) AS CASE WHEN df > 0 AND x >= 0 THEN least(1, "
    f"({_integral(CHIS, f'least(sqrt(x), {FARTHEST})', FARTHEST)}) / ({_integral(CHIS, '0', FARTHEST)})) END",
    # What Student's distribution leaves out on both sides one time of twenty; from eleven on by its series.
    f"CREATE MACRO student_quantile(df) AS CASE {OF_FEW} WHEN df > {len(FEW)} THEN {QUANTILE} END",
    "CREATE MACRO rest_p(mean, variance, n, all_n, all_total, all_squares) AS welch_p(mean, variance, n, "
    "(all_total - n * mean) / nullif(all_n - n, 0), "
    "(all_squares - (n - 1) * variance - n * mean * mean - power(all_total - n * mean, 2) / nullif(all_n - n, 0)) "
    "/ nullif(all_n - n - 1, 0), all_n - n)",
    *(
        f"CREATE MACRO mean_{name}(mean, variance, n) AS "
        f"CASE WHEN n > 1 THEN mean {sign} student_quantile(n - 1) * sqrt(variance / n) END"
        for name, sign in (("from", "-"), ("to", "+"))
    ),
)
"""The p-values of Student's, Welch's and chi-squared tests, of both sides, and the interval of a mean."""
MACROS: Final = (*INTERVALS, *RANGES, SHORTLY, *TESTS)

MEANINGS: Final = {
    "percent_from": "From where on the true percentage lies, nineteen times of twenty, if `n` of `of_all` did.",
    "percent_to": "Up to where the true percentage lies, nineteen times of twenty, if `n` of `of_all` did.",
    "even_width": "The width of at most `most` ranges alike, from the lowest value to the highest.",
    "ranges_of": "At most `most` ranges of one width, from the lowest value to the highest, for `range_from`.",
    "range_from": "Where the range of a value begins, of those that `ranges_of` gave.",
    "student_p": "The p-value, of both sides, of Student's `t` with `df` degrees of freedom.",
    "welch_p": "The p-value, of both sides, of Welch's test that two groups have the same mean; variances of samples.",
    "rest_p": "That of Welch's test of a group against all others; of all together their number, sum, sum of squares.",
    "chi_squared_p": "The p-value of chi-squared `x` with `df` degrees of freedom.",
    "student_quantile": "What Student's distribution with `df` degrees of freedom leaves out one time of twenty.",
    "mean_from": "From where on the true mean lies, nineteen times of twenty; `variance` is that of the sample.",
    "mean_to": "Up to where the true mean lies, nineteen times of twenty; `variance` is that of the sample.",
    "shortly": "Points as people write them, to three decimals at most.",
}
"""What each macro gives."""
