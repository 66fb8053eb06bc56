"""What the clean text keeps, drops and settles on, kind by kind of dirt."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sciloom.corpus import clean
from sciloom.corpus.clean import clean_line


def cases(*pairs: tuple[str, str]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("dirty", "expected"), pairs, ids=[pair[0] for pair in pairs])


@cases(
    (
        r"weights at $\le$ 4 bits, activations at $\leq 8$",
        "weights at ≤ 4 bits, activations at ≤ 8",
    ),
    (r"7$\times$ smaller, $7\times$ faster", "7× smaller, 7× faster"),
    (r"It gains 3% here. It needs none.", "It gains 3% here. It needs none."),
    (r"30\% of R\&D costs \$5 in \#1 a\_b", "30% of R&D costs $5 in #1 a_b"),
    (r"$10^{-3}$ and $E_8$, SE(3), $\ell_1$, $R^2$", "10⁻³ and E₈, SE(3), ℓ₁, R²"),
    (r"the $\gamma$ camera, $\alpha$ $\beta$ filters", "the γ camera, α β filters"),
    (r"$O(\sqrt{KT}\log n)$", "O(√(KT) log n)"),
    (r"$\tilde{O}(n^{1/2})$ in $\mathbb{R}^d$", "Õ(n^(1/2)) in ℝ^d"),
    (r"$\frac{n+1}{2}$, $\frac12$, $\binom{n}{k}$", "(n+1)/2, 1/2, (n choose k)"),
    (r"$\{1, 2, \ldots, n\}$ and $\{0,1\}^n$", "{1, 2, …, n} and {0,1}ⁿ"),
    (r"$\{X_i\}_{i=1}^N$ with $x \in \{k\}$", "{X_i}_(i=1)^N with x ∈ {k}"),
    (r"$a \neq b$, $\not\in$, $m \times n$, $m\times n$", "a ≠ b, ∉, m × n, m×n"),
    (r"the $k$-NN rule, $k^{\text{th}}$ of $p_{\max}$", "the k-NN rule, kth of p_max"),
    (r"\(x \leq y\), \[ a = b \] and $$c = d$$.", "x ≤ y, a = b and c = d ."),
    (r"CO$_2$ and m$^2$ at $90^\circ$", "CO2 and m² at 90°"),
    (r"10^{-3}, 10^5, x_{max}, d^1/3, \ell_1", "10⁻³, 10⁵, x_max, d^1/3, ℓ₁"),
    (r"$\lambda \max_{x \in X} f(x)$", "λ max_(x ∈ X) f(x)"),
)
def test_formulas_read_as_unicode(dirty, expected):
    assert clean(dirty) == expected


@cases(
    ("$0.40 per query instead of $1.10", "$0.40 per query instead of $1.10"),
    ("from $20K-$30K, or $5 and $6 each", "from $20K-$30K, or $5 and $6 each"),
    ("a $200 hand (< $300)", "a $200 hand (< $300)"),
    (r"For $n<10^{5}$ rows and $k>2$ it pays $3.", "For n<10⁵ rows and k>2 it pays $3."),
)
def test_money_is_no_formula(dirty, expected):
    assert clean(dirty) == expected


@cases(
    (r"Schr{\"o}dinger, Sz\H{o}l\H{o}, Gar\c{c}on", "Schrödinger, Szőlő, Garçon"),
    (r"na\"{\i}ve stra{\ss}enfest, \^{i}le, \aa ngstr\"om", "naïve straßenfest, île, ångström"),
    (r"M{\'\i}nimal {\v S}amples by Erd\H{o}s", "Mínimal Šamples by Erdős"),
    (r"it\'s a \"quoted\" caf\'e", 'it\'s a "quoted" café'),
    (r"\textbf{Net}, \emph{a \textit{b}}, {\em c}, \texttt{d}", "Net, a b, c, d"),
    (r"{M}apping {UML} for {Schr\"odinger} bridges", "Mapping UML for Schrödinger bridges"),
    (r"{{The} Whole Title}", "The Whole Title"),
    (r"Net \cite{a,b:21}, and (\citep{c}) too~\citep[p.~3]{d}.", "Net, and too."),
    (r"a router\footnote{Work done elsewhere.}. Code:", "a router. Code:"),
    (r"our repository\footnote{\url{https://a.org/x}}", "our repository (https://a.org/x)"),
    (r"\url{https://a.org/a_b\%20c}", "https://a.org/a_b%20c"),
    (r"\href{https://a.org}{our page}", "our page (https://a.org)"),
    ("At https://a.org/x{d}/{id}.", "At https://a.org/x{d}/{id}."),
    ("{At {https://a.org/x}, {Loom} runs.}", "At https://a.org/x, Loom runs."),
    (r"two: \begin{itemize}\item one \item two\end{itemize}", "two:\n- one\n- two"),
    (r"a \textcolor{red}{red} \underline{line}~(RL)", "a red line (RL)"),
    (r"``word'' and `term' --- x", "“word” and ‘term’ — x"),
    (r"\emphlinear \mathcalO(\sqrtT) \unknowntool is", "linear O(√T) unknowntool is"),
    (r"47$\\times$ and \\{0,1\\}", "47× and {0,1}"),
    ("16$\times$16 \textbf{pixels}, 8$ imes$", "16×16 pixels, 8×"),
    (r"3 \etal \eg this", "3 et al. e.g. this"),
    (r"unclosed \textbf{word", "unclosed word"),
)
def test_latex_prints_its_words(dirty, expected):
    assert clean(dirty) == expected


@cases(
    ("**Flow** is *free*, __Top__ by **2.5%**, _very_", "Flow is free, Top by 2.5%, very"),
    ("**M**ulti-**G**rain T2**I**, *M*ask", "Multi-Grain T2I, Mask"),
    ("It wraps `torch.compile` and `x`", "It wraps torch.compile and x"),
    ("see [the code](https://a.org/b_c_1).", "see the code (https://a.org/b_c_1)."),
    ("## Head\n\nText\n* one\n* two", "Head\n\nText\n- one\n- two"),
    ("as follows: * We do. * We show.", "as follows:\n- We do.\n- We show."),
)
def test_markdown_marks_go(dirty, expected):
    assert clean(dirty) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Since 3*4 = 12, 2*3*4 and x**2 + y**2 hold.",
        "It keeps block_size_max, __init__ and snake_case_ names.",
        "C++, C#, QuIP#, A*, RRT*, #P-complete, R@1 and top-5.",
        "At https://a.org/~x/a--b_c_d?e=1&copy=2#f_g and /usr/lib.",
        "Tokens <subject, relation, object>, </s>, <blank> and a <b> c.",
        "n<10 rows and k>2 clusters; p<0.05, x -> y, HMDB --> UCF",
        'Output {"entities": []} and {0, 1}, a {template: x}.',
        "C&W attack, R&D; AT&T, V&L",
        "~100M parameters, 9.3~24.5%, --verbose",
        "“Curly” ‘quotes’ stay — and GPT‑4, GPT–4, −3.2%.",
        "漢字 ｆｕｌｌｗｉｄｔｈ Größe Δ ℝ ℓ 10⁻³ m² 🚀👩‍💻",
        "می‌خواهم نقترح אנו",
        "Abstract interpretation verifies Abstract Meaning Representation.",
        "Our results: they hold. Copyright law and published data matter.",
        "a triple of 1) Context: a paragraph, 2) Results: a line",
        "pre- and post-training, left- or right-handed",
        "vitamins A B C D E F",
    ],
)
def test_content_that_looks_like_markup_stays(text):
    assert clean(text) == text


@cases(
    ("<jats:title>Abstract</jats:title><jats:p>One.</jats:p><jats:p>Two.</jats:p>", "One.\n\nTwo."),
    ("CO<sub>2</sub>, 10<sup>-3</sup>, m<sup>2</sup>, 1<sup>st</sup>", "CO2, 10⁻³, m², 1st"),
    ("<i>in vitro</i> &lt;0.05 &amp;amp; B<sub>12</sub>&#x2009;ml", "in vitro <0.05 & B12 ml"),
    ("&lt;jats:p&gt;escaped&lt;/jats:p&gt;", "escaped"),
    ('<a href="https://a.org/c">code</a><br/>next', "code (https://a.org/c) next"),
    ("<ul><li>one</li><li>two</li></ul>", "- one\n\n- two"),
    ("a<!-- hidden --> b <![CDATA[<i>c</i>]]>", "a b c"),
    ("<tex-math>\\alpha_{1} \\leq 0.5</tex-math>", "α₁ ≤ 0.5"),
    (
        (
            "w <mml:math><mml:semantics><mml:mrow><mml:mi>w</mml:mi><mml:mo>≤</mml:mo>"
            "<mml:msup><mml:mn>4</mml:mn><mml:mi>k</mml:mi></mml:msup></mml:mrow>"
            "<mml:annotation>w \\leq 4</mml:annotation></mml:semantics></mml:math> is"
        ),
        "w w ≤ 4^k is",
    ),
    (
        (
            "<alternatives><tex-math>$$x^2$$</tex-math><mml:math><mml:mi>x</mml:mi></mml:math>"
            "</alternatives> grows"
        ),
        "x² grows",
    ),
    ("<math><mfrac><mi>a</mi><mi>b</mi></mfrac><msqrt><mi>n</mi></msqrt></math>", "a/b√n"),
)
def test_tags_and_entities_go(dirty, expected):
    assert clean(dirty) == expected


@cases(
    ("E\ufb03cient \ufb01ne \ufb02ow", "Efficient fine flow"),
    ("𝐁𝐄𝐑𝐓 and 𝑘-means, 𝒪(n), ℒ, 𝛼", "𝐁𝐄𝐑𝐓 and 𝑘-means, 𝒪(n), ℒ, 𝛼"),
    ("Drift\u200bNet \ufeffDriftNet\u200d soft\u00adly", "DriftNet DriftNet softly"),
    ("Tro\u202ejan\u202c \u2066Net\u2069", "Trojan Net"),
    ("a\u00a0b\u2009c\u3000d\te", "a b c d e"),
    ("First\u2028of\u0085It\x0band \x0cso\x1cx", "First of It and so x"),
    ("donâ\x80\x99t Ã¼ber Â± 3 Ã\x85", "don’t über ± 3 Å"),
    ("we\x92re \x93ok\x94", "we’re “ok”"),
    ("\x1b[31mred\x1b[0m \x1b]0;t\x07x\x00\ud800", "red x"),
    ("Erdo\u030bs Mu\u0308ller", "Erdős Müller"),
)
def test_characters_are_repaired(dirty, expected):
    assert clean(dirty) == expected


@cases(
    (
        "convolu-\ntional, reg-\nularizer, repre-\nsentations",
        "convolutional, regularizer, representations",
    ),
    ("GPT-\n4, 12-\n15%, ImageNet-\nV2", "GPT-4, 12-15%, ImageNet-V2"),
    (
        "state-of-the-\nart and cross-\nlingual self-\nsupervised",
        "state-of-the-art and cross-lingual self-supervised",
    ),
    ("a spectro-\ngram; spectro-gram", "a spectro-gram; spectro-gram"),
    ("we pro- pose de- tectors, pre- and post-", "we propose detectors, pre- and post-"),
    ("cost\x02effective, dissemi\x02nation", "cost-effective, dissemination"),
    ("hard-wrapped\nlines  join.\r\n\r\n\r\nNext", "hard-wrapped lines join.\n\nNext"),
    ("漢字を\n読む", "漢字を読む"),
    ("we show:\n(1) one;\n(2) two", "we show:\n(1) one;\n(2) two"),
)
def test_lines_are_undone(dirty, expected):
    assert clean(dirty) == expected


@cases(
    (
        (
            "arXiv:2401.00001v1 [cs.LG] 1 Jan 2024\nA B S T R A C T\nNet gains 2.0 points.1\n"
            "1 Equal contribution. Correspondence: a@b.org. Preprint, under review."
        ),
        "Net gains 2.0 points.",
    ),
    ("Net wins.∗\n∗Work done during an internship.\n2 University of Ulm, Germany", "Net wins."),
    ("BACKGROUND: Doses harm. METHODS AND RESULTS: We cut it.", "Doses harm.\n\nWe cut it."),
    ("BACKGROUND Doses harm. METHODS We cut.", "Doses harm.\n\nWe cut."),
    ("AbstractThe model runs. ResultsNet is fast.", "The model runs.\n\nNet is fast."),
    ("Abstract—We run.", "We run."),
    ("ABSTRACT: Net is small.", "Net is small."),
    ("Summary\nNet is open.", "Net is open."),
    ("Abstract In this paper we run.", "In this paper we run."),
    ("Fits within 4%. © 2023 North GmbH & Co. KG, Ulm. All rights reserved.", "Fits within 4%."),
    ("(C) 2019 Elm Ltd. All rights reserved. Oak halves it.", "Oak halves it."),
    (
        (
            "Pine is stable. Published by Elm on behalf of the Society. This is an open access "
            "article under the CC BY 4.0 license."
        ),
        "Pine is stable.",
    ),
    ("Pine is new. Published by Elm Ltd. This is an open access article.", "Pine is new."),
    ("Pine is new. Keywords: trees; forests", "Pine is new."),
    ("Pine is new. To appear in TMLR.", "Pine is new."),
    ("TL;DR: Pine is new.", "Pine is new."),
    ("Background. Doses harm. Results. We cut.", "Doses harm.\n\nWe cut."),
    ("Background—Doses harm. Results—We cut.", "Doses harm.\n\nWe cut."),
    ("Purpose To cut. Materials and Methods We cut.", "To cut.\n\nWe cut."),
    ("AbstractBackgroundDoses harm.ResultsWe cut.", "Doses harm.\n\nWe cut."),
    ("(1) Aim: Doses harm; (2) Results: We cut.", "Doses harm;\n\nWe cut."),
    ("1. Aim: Doses harm. 2. Results: We cut.", "Doses harm.\n\nWe cut."),
    ("Results We Trust is a book. It sells.", "Results We Trust is a book. It sells."),
    ("Abstract reasoning is hard.", "Abstract reasoning is hard."),
    ("Implementation: https://a.org/x runs.", "Implementation: https://a.org/x runs."),
)
def test_litter_around_an_abstract_goes(dirty, expected):
    assert clean(dirty) == expected


def test_a_text_of_litter_alone_stays():
    assert clean("All rights reserved.") == "All rights reserved."


def test_a_title_stays_on_its_line_with_its_headings():
    assert (
        clean_line("Abstract: Results: \\textbf{Net}\n for {UML}")
        == "Abstract: Results: Net for UML"
    )


_PIECES = st.sampled_from(
    [
        *"$\\{}<>&*_`^~[]()#|%@-'\"\n .,:;=+1aZé",
        *(
            "\\frac",
            "\\textbf{",
            "\\'",
            "\\{",
            "\\}",
            "\\\\",
            "$$",
            "\\(",
            "\\)",
            "\\sqrt",
            "^{",
            "_{",
        ),
        *(
            "<b>",
            "</b>",
            "<sup>",
            "</sup>",
            "<p>",
            "&amp;",
            "&lt;",
            "&gt;",
            "<!--",
            "-->",
            "<math>",
        ),
        *("**", "__", "``", "''", "--", "- ", "-\n", "\n\n", "\n* ", "](https://a.b)", "Abstract"),
        *(
            "Results: ",
            "© 2020 ",
            "All rights reserved. ",
            "word ",
            "data",
            "\u200b",
            "\u0301",
            "ﬁ",
        ),
        *("Ã©", "\u2019", "{\\em ", "\\begin{itemize}", "\\item ", "\\cite{", "\x02", "\r", "\\n"),
    ]
)
_DIRT = st.lists(_PIECES, max_size=30).map("".join) | st.text(max_size=60)


@settings(max_examples=400)
@given(_DIRT)
@example("&amp;amp;lt;b&amp;gt;x")
@example(r"\$5 and \$x\$")
@example("{{{a}}}")
@example("Results: Results: x")
def test_clean_is_idempotent_and_nfc(text):
    once = clean(text)
    assert clean(once) == once
    assert unicodedata.normalize("NFC", once) == once
    assert once == once.strip()


@settings(max_examples=200)
@given(_DIRT)
def test_clean_line_is_idempotent_and_one_line(text):
    once = clean_line(text)
    assert clean_line(once) == once
    assert "\n" not in once


_WORDS = st.sampled_from(
    """we propose a method that learns from noisy labels and improves accuracy over strong baselines
    on three benchmarks while using less memory the model data graph network large language however
    results show published work summary abstract methods in to of is""".split()
)


@given(
    st.lists(_WORDS, min_size=1, max_size=40),
    st.sampled_from(["{}", "{}.", "${}.", "<{}", "{}\\", "*{}"]),
)
def test_plain_words_survive(words, frame):
    text = clean(frame.replace("{}", " ".join(words)))
    assert re.findall(r"[a-z]+", text) == words


@given(
    st.lists(st.integers(0, 10**6), min_size=1, max_size=8),
    st.sampled_from([", ", " + ", " \\times ", " \\le "]),
)
def test_numbers_of_a_formula_survive(numbers, separator):
    formula = separator.join(map(str, numbers))
    digits = "".join(char for char in clean(f"We find ${formula}$ here.") if char.isdigit())
    assert digits == "".join(map(str, numbers))


@pytest.mark.parametrize(
    "unit",
    [
        "$",
        "{",
        "<",
        "\\",
        "{}",
        "$a ",
        "**a ",
        "\\frac{",
        "x^{",
        "<sup>",
        "<math>",
        "[a](http://",
        "`",
        "a-\n",
        "\n",
        " ",
        "* a\n",
        "&amp;",
        "Results: ",
        "1 Equal contribution.\n",
        "© 2020. ",
    ],
)
def test_hostile_input_ends(unit):
    # A hundred thousand units take under a second each; a quadratic step would take minutes.
    text = unit * 100_000
    assert len(clean(text)) <= len(text)
