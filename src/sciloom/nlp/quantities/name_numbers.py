"""Tell a number that is part of a name (GPT-4, ResNet-50/101, Claude 3.5) from one that counts."""

from __future__ import annotations

import re

from sciloom.nlp.quantities.numerals import Numeral
from sciloom.nlp.quantities.units import means_points, noun_end, read_unit

#: Scripts whose names hold digits; a Hebrew or Arabic prefix before a hyphen makes none.
LETTER = re.compile(r"[A-Za-zÀ-ɏͰ-Ͽ\U0001d400-\U0001d7ff]")
_CHAINED = frozenset({", ", " and ", ", and ", " or ", "/"})
_JOINTS = frozenset("-–−./+&'’")
_TITLED = re.compile(r" [A-Z][a-z]")
_GLUED = frozenset("_@\\^")
_EDITIONS = 20  # numbers up to here tell versions apart (Llama 3 models)
_REACH = 24  # characters of the word before a number that are looked at


def in_name(text: str, numeral: Numeral, named: int) -> bool:
    """Tell whether a numeral is part of a name; ``named`` is where the last such number ended."""
    start = numeral.start
    if not start:
        return False
    before, joint = text[start - 2 : start - 1], text[start - 1 : start]
    if numeral.style != "digits":  # "top-three"; "three-stage" is left to the units
        return joint == "-" and bool(LETTER.match(before))
    if _chained(text, numeral, named):
        return True
    if joint.isspace():
        return _after_name(text, numeral)
    if text[max(0, start - 3) : start] == " to":  # a blank lost: "from 94 to13%"
        return False
    glued = joint in _GLUED or bool(LETTER.match(joint))
    return glued or (joint in _JOINTS and bool(LETTER.match(before)))


def _chained(text: str, numeral: Numeral, named: int) -> bool:
    """Tell whether a number goes on with a name: "50/101", "CIFAR-10, -100", "8B and 70B"."""
    if not named:
        return False
    gap = text[named : numeral.start]
    if len(gap) == 1 and gap in "/-–,+.":
        return True
    return gap in _CHAINED and (numeral.signed or numeral.letter == "B")


def _after_name(text: str, numeral: Numeral) -> bool:
    left = text[max(0, numeral.start - _REACH) : numeral.start - 1]
    word = "" if left[-1:].isspace() else left.rsplit(None, 1)[-1] if left else ""
    if not word or not word[-1].isalnum() or means_points(word):
        return False
    edition = "." in text[numeral.start : numeral.end] and _TITLED.match(text, numeral.end)
    shaped = bool(edition) or any(c.isupper() for c in word[1:]) or any(c.isdigit() for c in word)
    opening = opens_sentence(text, numeral.start - 1 - len(word))
    if not (shaped or (word[0].isupper() and not opening)):
        return False
    if numeral.letter == "B":
        return True
    if numeral.scale or read_unit(text, numeral.end):
        return False
    return shaped or numeral.value < _EDITIONS or noun_end(text, numeral.end) is None


def opens_sentence(text: str, start: int) -> bool:
    """Tell whether a word that starts here opens a sentence or a part of one."""
    before = text[max(0, start - 3) : start].rstrip()
    return not before or before[-1] in ".!?:;)–—("
