"""Texts for the parsers: valid ones, the same with something broken, and noise."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from tafl import TaflError

# What has broken parsers before: NUL, lone surrogates, digits and letters of other scripts, quotes,
# escapes, numbers that begin with 0, and characters outside the basic plane.
NASTY = (
    "\0",
    "\ud800",
    "\udfff",
    "\u0661",  # an Arabic digit one, for which str.isdigit() is true
    "\uff11",  # a full-width one
    "\u00b2",  # a superscript two, a digit that int() refuses
    "\u0430",  # a Cyrillic letter that looks like a Latin a
    "\u0131",  # its upper case is a Latin I
    "\u017f",  # its upper case is a Latin S
    "\u212a",  # a Kelvin sign, whose lower case is a Latin k
    "\u00e9",
    "\u2013",
    "\u2028",
    "\ufeff",
    "\U0001f451",
    "\n",
    "\r\n",
    "\t",
    "\x7f",
    "\\",
    '"',
    "'",
    "{",
    "]",
    " ",
    "-",
    "+",
    "/",
    "0",
    "00",
    "99999999999999999999",
)


def mutated(rng: random.Random, text: str, others: Sequence[str]) -> str:
    """A text with one to three things changed."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        start = rng.randint(0, len(text))
        end = min(len(text), start + rng.choice((0, 1, 1, 2, 5)))
        kind = rng.randrange(8)
        if kind == 0:
            text = text[:start] + text[end:]
        elif kind == 1:
            text = text[:start] + text[start:end] * 2 + text[end:]
        elif kind == 2:
            text = text[:start] + rng.choice(NASTY) + text[end:]
        elif kind == 3:
            text = text[:start] + rng.choice(text or "x") + text[end:]
        elif kind == 4:
            text = text[:start] + text[start:end].swapcase() + text[end:]
        elif kind == 5:
            other = rng.choice(others)
            text = text[:start] + other[rng.randint(0, len(other)) :]
        elif kind == 6:
            text = text[:start] + text[start:end][::-1] + text[end:]
        else:
            text = text[:start]
    return text


def noise(rng: random.Random, alphabet: str) -> str:
    """A text of random characters, most of them such as the parser knows."""
    length = rng.choice((0, 1, 2, 3, 5, 8, 13, 40))
    return "".join(
        rng.choice(NASTY) if rng.random() < 0.1 else rng.choice(alphabet) for _ in range(length)
    )


def fuzz_texts(
    rng: random.Random, valid: Callable[[], str], count: int
) -> Iterator[tuple[str, bool]]:
    """So many texts, each with whether it is known to be valid: a good third of them are."""
    pool = [valid() for _ in range(min(count, 500))]
    alphabet = "".join(sorted(set("".join(pool))))
    for i in range(count):
        if i % 3 == 0:
            yield valid(), True
        elif i % 12 == 1:
            yield noise(rng, alphabet), False
        else:
            yield mutated(rng, rng.choice(pool), pool), False


def shown(text: str) -> str:
    """A text as a failure shows it."""
    return ascii(text if len(text) < 2000 else f"{text[:2000]}...")


def checked_message(error: BaseException) -> str:
    """The message of an error, which must be there and must be a text that can be written."""
    message = str(error)
    assert message.strip(), f"{type(error).__name__} without a message"
    if isinstance(error, TaflError):
        assert len(message) < 3000, f"a message of {len(message)} characters"
    return message
