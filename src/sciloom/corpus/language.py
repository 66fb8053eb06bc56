"""Which language a text is in, by its script and its function words."""

from __future__ import annotations

import re
from collections import Counter

#: Script -> (characters, language, weight): one ideograph or syllable says what three letters do.
_SCRIPTS = (
    (re.compile(r"[\u3040-\u30ff]"), "ja", 3),
    (re.compile(r"[\u3400-\u9fff\U00020000-\U0002ffff]"), "zh", 3),
    (re.compile(r"[\uac00-\ud7af]"), "ko", 3),
    (re.compile(r"[\u0400-\u04ff]"), "ru", 1),
    (re.compile(r"[\u0370-\u03ff\u1f00-\u1fff]"), "el", 1),
    (re.compile(r"[\u0590-\u05ff]"), "he", 1),
    (re.compile(r"[\u0600-\u06ff\u0750-\u077f]"), "ar", 1),
    (re.compile(r"[\u0900-\u097f]"), "hi", 1),
    (re.compile(r"[\u0e00-\u0e7f]"), "th", 1),
)
_LETTER = re.compile(r"[^\W\d_]")
_WORD = re.compile(r"[^\W\d_]+")
_FUNCTION_WORDS = {
    word: language
    for language, words in (
        ("en", "the of and to is that we for with this are on by from as an be which our it can"),
        (
            "de",
            "der die und das ist nicht mit ein eine von für werden wird auf wir dem den zu auch",
        ),
        ("fr", "le la les des et est une dans pour nous sur avec par ce cette qui sont aux du"),
        ("es", "el los las del una con por se que su para como más este esta lo"),
        ("pt", "os um uma com não dos das ao são mais pelo pela em este nós o"),
        ("it", "il gli che di della sono nel per questo una delle alla è i un"),
        ("nl", "het een van dat voor zijn niet wij deze op te wordt aan bij de"),
    )
    for word in words.split()
}
#: So many function words of another language, and so many times those of English, are no chance.
_FEWEST = 2
_TIMES = 2


def language_of(text: str) -> str:
    """Return the ISO 639-1 code of a text's language: "en" unless it clearly is another."""
    if not text.isascii():
        script = _language_of_script(text)
        if script:
            return script
    counts = Counter(
        _FUNCTION_WORDS[word]
        for word in map(str.lower, _WORD.findall(text))
        if word in _FUNCTION_WORDS
    )
    for language, count in counts.most_common(1):
        if count >= _FEWEST and count > _TIMES * counts["en"]:
            return language
    return "en"


def _language_of_script(text: str) -> str:
    """Return the language whose script outweighs all other letters, else ""."""
    letters = len(_LETTER.findall(text))
    counts = {language: len(script.findall(text)) for script, language, _ in _SCRIPTS}
    for _, language, weight in _SCRIPTS:
        if weight * counts[language] > letters - counts[language]:
            # Japanese mixes kana with ideographs.
            return "ja" if counts["ja"] > counts["zh"] / 10 and language == "zh" else language
    return ""
