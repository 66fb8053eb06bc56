"""Characters: mojibake, controls, invisible and compatibility forms, separators.

Curly quotes, dashes, full-width and superscript forms are content and stay.
"""

from __future__ import annotations

import re
import unicodedata

import ftfy
from ftfy.fixes import fix_c1_controls, remove_terminal_escapes

_PLAIN = re.compile(r"[\n\x20-\x7e]*")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
#: A terminal's window title, which `remove_terminal_escapes` leaves.
_TITLE_ESCAPE = re.compile(r"\x1b\][^\x07\x1b\n]{0,200}(?:\x07|\x1b\\)")
#: NEL, unless it is the tail of a mojibake letter ("Ã\x85").
_NEL = re.compile(r"\x85(?<![\x80-\xbf\xc2-\xf4].)")
_OTHER_C1 = re.compile(r"[\x80-\x84\x86-\x9f]")
#: LaTeX commands of which an escape ate backslash and first letter: a tab and "imes". Where blanks
#: were collapsed since, a blank stands for the tab.
_EATEN = re.compile(
    r"\x07(?=lpha|pprox|st\b)|\x08(?=eta|ar|egin|inom|oldsymbol|f\b|m\b)|\x0b(?=arepsilon|ec|arphi)"
    r"|\x0c(?=rac|orall)|\n(?=(?:abla|eq|otin)\b)|\r(?=(?:ho|ightarrow)\b)"
    r"|[\t ](?=(?:imes|heta|ilde)\b|ext(?:it|bf|tt|sc|rm)?\{)|\t(?=au\b)|(?<=\$)[\t ](?=(?:au|o)\b)"
    r"|(?<=\$) (?=(?:ho|ightarrow))"
)
_EATEN_LETTERS = dict(zip("\x07\x08\t\n\x0b\x0c\r ", "abtnvfrt", strict=True))
_LINE_END = re.compile(r"\r\n?|[\u2028\u2029\x0b\x0c]")
#: What PDF text extraction leaves of the hyphen at a line's end.
_LOST_HYPHEN = re.compile(r"[\x02\ufffe](?<=\w.)(?=\w)|\xad[^\S\n]*\n[^\S\n]*(?=\w)")
_BLANK = re.compile(r"[\t\x1c-\x1f\xa0\u1680\u2000-\u200a\u202f\u205f\u3000]")
#: Controls, invisible formatting and bidi marks, noncharacters.
_UNSEEN = re.compile(
    r"[\x00-\x08\x0e-\x1b\x7f-\x9f\xad\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e"
    r"\u2060-\u206f\ufeff\ufff0-\ufffb\ufffe\uffff]"
)
#: Joiners belong to scripts from Hebrew on and to emoji; beside Latin they are debris.
_JOINER = re.compile(
    r"[\u200c\u200d](?:(?<![\u0590-\u1fff\u2600-\u27bf\ufe0f\U0001f000-\U0001faff].)"
    r"|(?![\u0590-\u1fff\u2600-\u27bf\U0001f000-\U0001faff]))"
)
#: Ligatures and Greek symbol variants. Mathematical letters stay: they are what an author wrote.
_COMPATIBLE = re.compile(r"[\ufb00-\ufb06\u03d0\u03d1\u03d5\u03d6\u03f0\u03f1\u03f5]")
_FTFY = ftfy.TextFixerConfig(explain=False)


def repair(text: str) -> str:
    """Return ``text`` in NFC, its lines ended by a line feed, without debris of encodings."""
    if _PLAIN.fullmatch(text):
        return text
    if _SURROGATE.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")
    text = _TITLE_ESCAPE.sub("", remove_terminal_escapes(text))
    if not text.isascii():
        if not _OTHER_C1.search(text):
            text = _NEL.sub("\n", text)
        text = fix_c1_controls(ftfy.fix_encoding(text, _FTFY))
    text = _EATEN.sub(lambda match: "\\" + _EATEN_LETTERS[match[0]], text)
    text = _LINE_END.sub("\n", text)
    text = _LOST_HYPHEN.sub("-\n", text)
    text = _UNSEEN.sub("", _BLANK.sub(" ", text))
    text = _JOINER.sub("", text)
    text = _COMPATIBLE.sub(lambda match: unicodedata.normalize("NFKC", match[0]), text)
    return unicodedata.normalize("NFC", text)
