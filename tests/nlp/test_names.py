from __future__ import annotations

import pytest

from sciloom.nlp.entities.referent import key
from sciloom.nlp.mentions.names import is_name, known_type


@pytest.mark.parametrize(
    "text", ["QuIP#", "GPT-4", "3DGS", "LoRA", "BERT", "C++", "A*", "ResNet50"]
)
def test_shapes_of_names(text):
    assert is_name(text)


@pytest.mark.parametrize(
    "text", ["We", "Self-attention", "7B", "2x", "IV", "GPU", "10", "", "a", "$x$"]
)
def test_shapes_of_other_words(text):
    assert not is_name(text)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("ImageNet", "Dataset"),
        ("ImageNet-C", "Dataset"),
        ("CIFAR-100", "Dataset"),
        ("BLEU", "Metric"),
        ("BLEU-4", "Metric"),
        ("LoRA", None),
        ("Imagenette", None),
    ],
)
def test_known_names(text, kind):
    assert known_type(text) == kind


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Fine-Tuning", "fine tuning"),
        ("finetuning", "fine\u2011tuning"),
        ("GPT-4", "GPT 4"),
        ("LLMs", "LLM"),
        ("graph neural networks", "Graph Neural Network"),
        ("the k-means", "𝑘-means"),
        ("studies", "study"),
    ],
)
def test_spellings_of_one_name(one, other):
    assert key(one) == key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("QuIP#", "QuIP"),
        ("C++", "C"),
        ("GPT-4", "GPT-4o"),
        ("CIFAR-10", "CIFAR-100"),
        ("bias", "bia"),
    ],
)
def test_names_that_differ(one, other):
    assert key(one) != key(other)
