"""Words that a line's end cut in two: "convolu-⏎tional", "GPT-⏎4", "state-of-the-⏎art".

The text itself decides where it can (it may hold the word whole); else the hyphen stays with halves
that English joins by hyphens, and goes from others. Some texts hold a blank for the line's end
("pro- pose").
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

_CUT = re.compile(r"([-‐‑])(?:[ ]*\n[ ]*|([ ]))(?=[^\W_])")
_WORD = re.compile(r"[^\W_]+(?:[-‐‑][^\W_]+)*")
_LEFT = re.compile(r"[^\W_]+(?:[-‐‑][^\W_]+)*\Z")
_RIGHT = re.compile(r"[^\W_]+")
_LONGEST = 60
#: What follows a hyphen that stands for a missing half ("pre- and post-training").
_CONJUNCTIONS = frozenset("and or to nor vs versus as but than through via even et und y".split())
#: Words before which a hyphen and a blank are a dash.
_FUNCTION = frozenset(
    """a an the this that these those which who where when while we it its they our in on of for
    with by from at is are was were be can not only both i e""".split()
)
#: First halves of hyphenated compounds: they join to many words, and end no syllable of others.
_FIRST = frozenset(
    """non self cross multi semi high low well human pseudo meta data user post task object near
    domain label full one two three four five six query model graph pose long hand depth language
    highly context quasi multiple fully scale point word state zero soft target view structure
    fixed motion edge semantic video content information shape pixel knowledge attribute attention
    open short noise mixed instance sample double question large small top style cost visual event
    fast joint error deep group weight best local real source resource lower region topic prompt
    category spatially block finite identity scene machine tree gradient order fine patch batch
    reward cluster light goal policy sequence sentence type node flow first frame mean energy
    distance gender robot body layer rank decision line document length variable emotion entropy
    key kernel person space safety system position next time size number value game rule speech
    image audio input output feature camera memory worst average nearest closed coarse computer
    single dual intra ultra half few many much more most less least text class power free""".split()
)
#: Second halves of hyphenated compounds, likewise.
_SECOND = frozenset(
    """based aware level free driven wise oriented dependent agnostic enhanced constrained centric
    guided specific invariant adaptive sensitive trained augmented conditioned generated aligned
    preserving induced weighted inspired valued labeled annotated relevant efficient optimal
    supervised informed focused friendly dimensional shot scale range term tuning tuned grained
    time end art source independent theoretic mounted powered world reasoning inference""".split()
)
#: Right halves that end a word and start none.
_ENDINGS = frozenset(
    """ful fully less ness ment ments mental ing ings ed er ers ly ally tion tions tional tionally
    sion sions ive tive tively ual ually ure ures ary ify ification ifier ifiers ical ically able
    ably ity ities ous ance ances ence ent al ist ism ize izes ized ization ting ter ters tics tic
    ial ian est ship dom hood ward wards tory tor tors ture tures ble bly cal cally ical ious ative
    """.split()
)
#: A half of under four letters that stands elsewhere in the text is no evidence of a compound.
_SHORTEST = 4


def join_cut_words(text: str) -> str:
    """Return ``text`` with the words that line ends cut made whole again."""
    cuts = list(_cuts(text))
    if not cuts:
        return text
    words = Counter(word.casefold() for word in _WORD.findall(_CUT.sub(" ", text)))
    for left, _, right in cuts:
        words.subtract((left.casefold(), right.casefold()))
    whole = {word for word, count in words.items() if count > 0}
    parts: list[str] = []
    at = 0
    for left, cut, right in cuts:
        parts.extend((text[at : cut.start()], _joint(left, cut, right, whole)))
        at = cut.end()
    return "".join((*parts, text[at:]))


def _cuts(text: str) -> Iterator[tuple[str, re.Match[str], str]]:
    at = 0
    for cut in _CUT.finditer(text):
        left = _LEFT.search(text, max(at, cut.start() - _LONGEST), cut.start())
        right = _RIGHT.match(text, cut.end(), cut.end() + _LONGEST)
        if left and right:
            yield left[0], cut, right[0]
            at = cut.end()


def _joint(left: str, cut: re.Match[str], right: str, whole: set[str]) -> str:
    """Return what stands between the halves: nothing, a hyphen, or a hyphen and a blank."""
    hyphen, lost_line_end = cut.groups()
    if right in _CONJUNCTIONS:
        return hyphen + " "
    compound = any(sign in left for sign in "-‐‑")
    lower = left[-1].islower() and right[0].islower()
    if lost_line_end and not compound and (not lower or len(left) < 2 or right in _FUNCTION):
        return cut[0]
    if compound or not lower or not left.isalpha():
        return hyphen
    folded = left.casefold()
    if f"{folded}-{right}" in whole:
        return hyphen
    if folded + right in whole or right in _ENDINGS:
        return ""
    known = folded in _FIRST or (len(folded) >= _SHORTEST and folded in whole)
    return hyphen if known or right in _SECOND else ""
