"""What LaTeX commands mean to a reader: symbols, accents, and how many arguments go where."""

from __future__ import annotations

import unicodedata
from functools import cache

#: Commands whose argument is prose, or a formula in another type face.
_STYLES = frozenset(
    """text textbf textit texttt textsc textrm textsf textsl textup textmd textnormal emph underline
    uline uwave ul mbox hbox fbox textln textlf lowercase uppercase MakeLowercase MakeUppercase
    mathrm mathbf mathit mathsf mathtt mathcal mathbb mathscr mathfrak mathds mathop mathbin mathrel
    mathord bm boldsymbol pmb operatorname ensuremath smash section subsection subsubsection
    paragraph title subtitle caption enquote centerline textsuperscript textsubscript
    """.split()
)
#: Commands whose first argument is not prose: a colour, a length, a link's target.
_SECOND_ONLY = frozenset(
    """textcolor colorbox hyperlink hypertarget parbox scalebox resizebox overset underset stackrel
    hyperref foreignlanguage texorpdfstring""".split()
)
#: Declarations that switch the type face or the layout until their group ends.
_DECLARATIONS = frozenset(
    """em it bf tt rm sl sc sf cal frak itshape bfseries ttfamily rmfamily sffamily scshape slshape
    upshape mdseries normalfont tiny scriptsize footnotesize small normalsize large Large LARGE huge
    Huge centering raggedright noindent indent displaystyle textstyle scriptstyle scriptscriptstyle
    limits nolimits left right middle mleft mright big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr
    Biggl Biggr bigm Bigm biggm Biggm protect xspace relax unboldmath boldmath maketitle smallskip
    medskip bigskip vfill hfill strut nonumber notag allowbreak sloppy ignorespaces leavevmode
    clearpage newpage appendix unskip nobreak""".split()
)
#: Commands dropped with their arguments.
_DROPPED = frozenset(
    """footnote footnotetext footnotemark thanks label ref eqref pageref autoref cref Cref nameref
    vref hspace vspace input include includegraphics bibliography bibliographystyle keywords index
    todo marginpar tag phantom vphantom hphantom hypersetup usepackage documentclass setlength
    setcounter addtolength thispagestyle pagestyle graphicspath color rule raisebox setstretch
    """.split()
)
_FRACTIONS = frozenset("frac tfrac dfrac cfrac nicefrac sfrac flatfrac".split())
MATH_ENVIRONMENTS = frozenset(
    """equation align gather multline eqnarray displaymath math flalign alignat aligned split cases
    gathered matrix pmatrix bmatrix vmatrix subequations smallmatrix""".split()
)
#: Named operators, set apart by spaces as in "√n log n".
OPERATORS = frozenset(
    """log ln lg exp sin cos tan cot sec csc sinh cosh tanh coth arcsin arccos arctan min max inf
    sup lim limsup liminf arg argmin argmax det dim ker deg gcd Pr hom poly polylog softmax sigmoid
    sign rank tr diag mod bmod pmod var cov Var Cov""".split()
)
#: Letters of languages, whose command takes the blank behind it in prose.
LETTERS = frozenset("aa ae oe o l ss i j AA AE OE O L".split())
_ACCENTS = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304",
    ".": "\u0307", "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "k": "\u0328",
    "r": "\u030a", "d": "\u0323", "b": "\u0331",
}  # fmt: skip
_MATH_ACCENTS = {
    "hat": "\u0302", "widehat": "\u0302", "Hat": "\u0302", "tilde": "\u0303", "wt": "\u0303",
    "widetilde": "\u0303", "Tilde": "\u0303", "bar": "\u0304", "Bar": "\u0304", "dot": "\u0307",
    "overline": "\u0304", "vec": "\u20d7", "Vec": "\u20d7", "overrightarrow": "\u20d7",
    "ddot": "\u0308", "check": "\u030c", "widecheck": "\u030c", "breve": "\u0306",
    "acute": "\u0301", "grave": "\u0300", "mathring": "\u030a",
    "underbar": "", "overbrace": "", "underbrace": "",
}  # fmt: skip
_NUMBER_SETS = {"R": "ℝ", "C": "ℂ", "N": "ℕ", "Z": "ℤ", "Q": "ℚ"}
#: What pylatexenc lacks, and where a plainer form reads better than its own.
_SYMBOLS = {
    "epsilon": "ε", "eps": "ε", "phi": "φ", "vartheta": "θ", "varrho": "ρ", "varpi": "π", "ne": "≠",
    "Re": "ℜ", "R": "ℝ", "reals": "ℝ", "Reals": "ℝ", "Otilde": "Õ", "otilde": "Õ", "bigO": "O",
    "ast": "*", "mid": "|", "vert": "|", "lvert": "|", "rvert": "|", "lVert": "‖", "rVert": "‖",
    "lbrace": "{", "rbrace": "}", "backslash": "", "textbackslash": "", "null": "", "prime": "′",
    "colon": ":", "coloneqq": ":=", "eqqcolon": "=:", "defeq": ":=", "leqslant": "≤", "lt": "<",
    "geqslant": "≥", "gt": ">", "varnothing": "∅", "xrightarrow": "→", "xleftarrow": "←",
    "degree": "°", "textdegree": "°", "Box": "□", "square": "□", "blacksquare": "■",
    "triangle": "△", "checkmark": "✓", "cmark": "✓", "xmark": "✗", "S": "§", "P": "¶", "dag": "†",
    "ddag": "‡", "pounds": "£", "euro": "€", "copyright": "©", "textquotesingle": "'",
    "textasciitilde": "~", "textasciicircum": "^", "textunderscore": "_", "textbar": "|",
    "textless": "<", "textgreater": ">", "textdollar": "$", "textbullet": "•",
    "LaTeX": "LaTeX", "TeX": "TeX", "BibTeX": "BibTeX", "slash": "/",
    "quad": " ", "qquad": " ", "enspace": " ", "thinspace": " ", "newline": "\n",
    "linebreak": "\n", "par": "\n\n", "cdots": "…", "dotsc": "…", "dotsb": "…", "dotsm": "…",
    "ie": "i.e.", "eg": "e.g.", "etal": "et al.", "wrt": "w.r.t.", "iid": "i.i.d.",
    "aka": "a.k.a.", "etc": "etc.", "vs": "vs.", "cf": "cf.", "resp": "resp.",
    "bmod": "mod", "pmod": "mod", "over": "/", "choose": " choose ",
}  # fmt: skip
_KINDS = (
    ("dropped", _DROPPED),
    ("link", frozenset(("url", "path", "nolinkurl", "href"))),
    ("environment", frozenset(("begin", "end"))),
    ("item", frozenset(("item",))),
    ("verbatim", frozenset(("verb",))),
    ("declaration", _DECLARATIONS),
    ("style", _STYLES | _SECOND_ONLY),
    ("fraction", _FRACTIONS),
    ("root", frozenset(("sqrt",))),
    ("binomial", frozenset(("binom", "dbinom", "tbinom"))),
    ("negation", frozenset(("not",))),
    ("math accent", frozenset(_MATH_ACCENTS)),
)


@cache
def _kinds() -> dict[str, str]:
    return {name: kind for kind, names in _KINDS for name in names}


def kind(name: str) -> str:
    """Return how the command ``name`` (no backslash) is read, "" for a symbol or what is not known.

    Accents of prose are not among them: in formulas their names mean other things.
    """
    if "cite" in name.lower() and not name.startswith(("text", "emph")):
        return "citation"
    return _kinds().get(name, "")


@cache
def _known() -> dict[str, str]:
    # Imported here: a quarter of all texts or fewer need the tables.
    from pylatexenc.latex2text import get_default_latex_context_db

    table: dict[str, str] = {}
    database = get_default_latex_context_db()
    for spec in database.iter_macro_specs(["latex-base", "advanced-symbols"]):
        name, meaning = spec.macroname, spec.simplify_repl
        # \today would put the clock into a text.
        if isinstance(meaning, str) and "%" not in meaning and name.isalpha() and name != "today":
            table.setdefault(name, unicodedata.normalize("NFC", meaning))
    return {**table, **_SYMBOLS}


def symbol(name: str) -> str | None:
    """Return what the command ``name`` (no backslash) prints without an argument, if known."""
    return _known().get(name, name if name in OPERATORS else None)


def is_prose_accent(name: str) -> bool:
    """Tell whether ``name`` puts an accent on what follows it in prose."""
    return name in _ACCENTS or name in _MATH_ACCENTS


def accented(name: str, base: str) -> str:
    """Return ``base`` under the accent ``name``; a word goes without an accent of mathematics."""
    mark = _MATH_ACCENTS.get(name) or _ACCENTS.get(name, "")
    first, rest = base[:1], base[1:]
    first = {"ı": "i", "ȷ": "j"}.get(first, first)
    if not first.isalpha() or (rest and name in _MATH_ACCENTS):
        return base
    return unicodedata.normalize("NFC", first + mark) + rest


def negated(relation: str) -> str:
    """Return ``relation`` struck through: "≠", "∉"."""
    return unicodedata.normalize("NFC", relation[:1] + "\u0338") + relation[1:]


def takes_second(name: str) -> bool:
    """Tell whether the first argument of the style ``name`` is none that a reader sees."""
    return name in _SECOND_ONLY


def is_math_style(name: str) -> bool:
    """Tell whether the argument of the style ``name`` is a formula even in prose."""
    return name.startswith("math") or name in ("ensuremath", "operatorname", "bm", "boldsymbol")


def in_number_sets(letter: str) -> str:
    r"""Return what ``\mathbb`` makes of ``letter``: "ℝ", but "E"."""
    return _NUMBER_SETS.get(letter, letter)
