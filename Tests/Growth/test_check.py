"""The check of growth: what it lets pass, and what it does not."""

from __future__ import annotations

import math
import unittest

import check

SIZES = (25, 50, 100, 200)
HEADER = """\
/* Cost: O(rows), and
 * the comparison of all.
 */
"""


def costs(name: str, power: float, fixed: float = 0) -> list[tuple[str, int, float]]:
    return [(name, size, fixed + 30 * size**power) for size in SIZES]


class ExponentTest(unittest.TestCase):
    def test_powers(self) -> None:
        found = check.exponents(costs("flat", 0) + costs("linear", 1) + costs("square", 2) + costs("nothing", 0, -30))
        for name, power in {"flat": 0, "linear": 1, "square": 2, "nothing": 0}.items():
            self.assertAlmostEqual(found[name], power)

    def test_a_logarithm_passes_and_a_square_among_linear_work_does_not(self) -> None:
        sorting = [("sort", size, size * (10 + math.log(size))) for size in SIZES]
        mixed = [("mixed", size, 1000 * size + 30.0 * size**2) for size in SIZES]
        self.assertEqual([fault.split(":")[0] for fault in check.judged("bytes", check.exponents(sorting + mixed), {})],
                         ["mixed"])


class ExceptionTest(unittest.TestCase):
    def test_only_what_the_header_says_may_grow_faster(self) -> None:
        found = check.exponents(costs("a", 2) + costs("b", 2) + costs("c", 3))
        exceptions = {"a": check.Documented(2, "the comparison of all"), "c": check.Documented(2, "O(rows), and the")}
        self.assertEqual(check.judged("instructions", found, exceptions),
                         ["b: instructions grow with the exponent 2.00, more than 1.1",
                          "c: instructions grow with the exponent 3.00, more than 2.1"])
        self.assertEqual(check.faults_of_exceptions(found, HEADER, exceptions), [])

    def test_words_that_the_header_does_not_have_and_work_that_there_is_not(self) -> None:
        exceptions = {"a": check.Documented(2, "the comparison of some"), "d": check.Documented(2, "O(rows)")}
        self.assertEqual(check.faults_of_exceptions(["a"], HEADER, exceptions),
                         ["d: no such work", 'a: the header does not say "the comparison of some"'])


if __name__ == "__main__":
    unittest.main()
