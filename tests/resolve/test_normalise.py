import pytest
from hypothesis import given
from hypothesis import strategies as st

from sciloom.resolve import normalise


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Large Language Models", "large language model"),
        ("LLMs", "LLM"),
        ("fine-tuning", "fine tuning"),
        ("GPT‑4", "GPT-4"),
        ("**FlowCache**", "FlowCache"),
        ("$E_8$ lattices", "E8 lattice"),
        ("the Wasserstein metric", "Wasserstein metric"),
        ("𝐁𝐄𝐑𝐓", "BERT"),
        ("strategies", "strategy"),
        ("MARKOV CHAINS", "Markov chain"),
        ("deletion metrics", "deletion metric"),
        ("biases of classes", "biase of class"),
        (r"\textsf{FlowCache}", "FlowCache"),
        (r"{\sc FlowCache}", "FlowCache"),
        (r"$\boldsymbol{Q}$-learning", "Q-learning"),
        (r"$\ell_1$ penalty", "ℓ₁ penalty"),
        ("FlowCache™", "FlowCache"),
        ("A⋆ search", "A* search"),
        ("H100s", "H100"),
    ],
)
def test_spellings_of_one_name_share_a_key(one: str, other: str) -> None:
    assert normalise(one) == normalise(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("QuIP", "QuIP#"),
        ("C", "C++"),
        ("CIFAR-10", "CIFAR-100"),
        ("GPT-4", "GPT-4o"),
        ("ImageNet", "ImageNet-LT"),
        ("pass@1", "pass@10"),
        ("GPT-3.5", "GPT-35"),
        ("A* search", "A search"),
        ("bias", "bia"),
        ("EconCS", "EconC"),
        ("YOLOv5s", "YOLOv5"),
        ("C♯", "C"),
        ("∞-former", "former"),
    ],
)
def test_different_things_keep_different_keys(one: str, other: str) -> None:
    assert normalise(one) != normalise(other)


@given(st.text(min_size=1))
def test_a_key_is_never_empty_and_stays_as_it_is(name: str) -> None:
    key = normalise(name)
    assert key
    assert not any(character.isspace() for character in key)


@given(st.from_regex(r"z[a-z]{1,8}( [a-z]{2,9}){1,3}", fullmatch=True))  # no determiner first
def test_case_and_hyphens_never_matter(name: str) -> None:
    assert normalise(name.upper()) == normalise(name) == normalise(name.replace(" ", "-"))
