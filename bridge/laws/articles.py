"""Which articles the editions have: the numbers that an alert may cite, in Articles 1, 3 to 7 and 9,
and in Appendix A.

Only what this program may cite is listed, and its neighbours in the same article; not the whole of the Laws.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping


def _numbers(text: str) -> frozenset[str]:
    """`4.4(a-d)` is 4.4 and its paragraphs, `4.4.1-4` is 4.4 and 4.4.1 to 4.4.4; others stand for themselves."""
    return frozenset(number for word in text.split() for number in _spelled(word))


def _spelled(word: str) -> Iterator[str]:
    first, dash, last = word.partition("-")
    if not dash:
        yield word
        return
    separator = "(" if "(" in first else "."
    article, _, start = first.rpartition(separator)
    closing = ")" if separator == "(" else ""
    yield article
    for each in range(ord(start), ord(last[0]) + 1):
        yield f"{article}{separator}{chr(each)}{closing}"


_LETTERED_1997 = """
    3.1 3.2 3.3 3.4(a-e) 3.5(a-b)
    4.1 4.2 4.3(a-b) 4.4(a-c) 4.5 4.6 4.7
    5.1(a-b) 5.2 5.3 5.4
    6.1 6.2 6.3 6.4 6.5 6.6 6.7(a-c) 6.8 6.9 6.10 6.11 6.12(a-c) 6.13 6.14
    7.1(a-b) 7.2 7.3 7.4
    9.1 9.2 9.3 9.4 9.5
"""
_LETTERED_2014 = """
    1.1 1.2 1.3
    3.1 3.2 3.3 3.4 3.5 3.6 3.7(a-e) 3.8(a-b) 3.9 3.10(a-c)
    4.1 4.2 4.3(a-c) 4.4(a-d) 4.5 4.6 4.7(a-c) 4.8 4.9
    5.1(a-b) 5.2(a-e)
    6.1 6.2(a-f) 6.3(a-b) 6.4 6.5 6.6 6.7(a-b) 6.8 6.9 6.10(a-b) 6.11(a-b) 6.12(a-d) 6.13
    7.1 7.2(a-b) 7.3 7.4 7.5(a-b) 7.6
    9.1(a-b) 9.2 9.3 9.4 9.5 9.6(a-b) 9.7
    A.4(a-d) F.1 F.2 F.3
"""
_NUMBERED = """
    1.1 1.2 1.3 1.4.1-2 1.5
    3.1.1-3 3.2 3.3 3.4 3.5 3.6 3.7.1-3 3.8.1-2 3.9.1-2 3.10.1-3
    4.1 4.2.1-2 4.3.1-3 4.4.1-4 4.5 4.6.1-3 4.7.1-3 4.8 4.9
    5.1.1-2 5.2.1-3
    6.1.1 6.2.1-6 6.2.1.1-2 6.3.1-2 6.4 6.5 6.6 6.7.1-2 6.8 6.9 6.10.1-2 6.11.1-4 6.12.1-2
    7.1 7.2.1-2 7.3 7.4.1-3 7.5.1-5 7.6
    9.1.1-2 9.2.1-3 9.3.1-2 9.4 9.5.1-3 9.6.1-2
    II.1 II.2 II.3.1-2
"""

ARTICLES: Mapping[str, frozenset[str]] = {
    "1997": _numbers(_LETTERED_1997),
    "2014": _numbers(_LETTERED_2014),
    "2018": _numbers(_NUMBERED) | _numbers("A.4.1-5"),
    "2023": _numbers(_NUMBERED) | _numbers("A.5.1-5"),
}
"""The numbers of the articles by the year of the edition. F and II are the appendix and guidelines for Chess960."""
