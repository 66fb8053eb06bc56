"""Languages: English unless script or function words say otherwise."""

from __future__ import annotations

import pytest

from sciloom.corpus.language import language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("We propose a network that learns from the data.", "en"),
        ("FooNet gains 2 points.", "en"),
        ("", "en"),
        ("Größe Δ of 漢字Net 🚀: 漢字Net improves F1 by 2 points.", "en"),
        ("Let α, β, γ be O(ε⁻²) and Θ(δ) with λ ≤ μ.", "en"),
        ("Le modèle GaîNet évite la dérive.", "fr"),
        ("Wir zeigen, dass das Netz nicht mit der Größe wächst.", "de"),
        ("El modelo mejora los resultados de las tareas con una red.", "es"),
        ("نقترح نموذج AraSpan لاستخراج الكيانات من النصوص.", "ar"),
        ("אנו מציגים את HebTok, שיטה לפילוח מילים.", "he"),
        ("我们提出了一种基于BERT的方法。", "zh"),
        ("本論文ではBERTに基づく手法を提案する。", "ja"),
        ("우리는 BERT 기반의 방법을 제안한다.", "ko"),
        ("Мы предлагаем метод на основе BERT.", "ru"),
    ],
)
def test_language(text, language):
    assert language_of(text) == language
