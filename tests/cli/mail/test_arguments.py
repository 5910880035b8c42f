import argparse

import pytest

from priory.cli.mail._arguments import limit, numbers


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("3", [3]),
        ("1-3", [1, 2, 3]),
        ("2,4-5", [2, 4, 5]),
        ("5,1-2", [1, 2, 5]),
        ("8-", [8, 9]),
        ("1, 3", [1, 3]),
        ("1-2,2-3", [1, 2, 3]),
    ],
)
def test_numbers(word, expected):
    """Numbers and ranges choose messages."""
    chosen = numbers(word)

    assert [number for number in range(10) if number in chosen] == expected


@pytest.mark.parametrize(
    ("word", "number", "expected"),
    [("3", 3, False), ("3", 4, True), ("5,1-2", 5, False), ("5,1-2", 6, True), ("1-", 99, False)],
)
def test_below(word, number, expected):
    """It is known when no message is wanted any more."""
    assert numbers(word).are_below(number) == expected


@pytest.mark.parametrize("word", ["", "x", "-3", "1,", "1--2", "1.5"])
def test_no_numbers(word):
    """What is no number of a message, or no range of them, is refused."""
    with pytest.raises(argparse.ArgumentTypeError, match="must be numbers"):
        numbers(word)


@pytest.mark.parametrize(
    ("word", "why"), [("0", "^messages are"), ("0-4", "^messages are"), ("3-1", "as 1-3$")]
)
def test_numbers_of_no_message(word, why):
    """A number that no message has, and a range the wrong way round, are refused by what is odd."""
    with pytest.raises(argparse.ArgumentTypeError, match=why):
        numbers(word)


def test_limit():
    """A limit is a name and a number."""
    assert limit("text=1000") == ("text", 1000)


@pytest.mark.parametrize(
    ("word", "complaint"),
    [
        ("txt=1", r"unknown limit 'txt': must be one of message, parts, "),
        ("1000", r"unknown limit '1000'"),
        ("text", r"text must be a whole number from 1 to 2\*\*63-1, not ''"),
        ("text=", r"text must be .*, not ''"),
        ("text=1k", r"text must be .*, not '1k'"),
        ("text=0", r"text must be .*, not '0'"),
        ("text=9223372036854775808", r"text must be .*, not '9223372036854775808'"),
    ],
)
def test_no_limit(word, complaint):
    """What is no limit is refused, with what is."""
    with pytest.raises(argparse.ArgumentTypeError, match=complaint):
        limit(word)
