from pathlib import Path

import pytest
from test_resolver import extraction

from sciloom.errors import ResolveError
from sciloom.resolve import Overrides, read_overrides, resolve


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def keys(overrides: Overrides, *names: str) -> set[str]:
    papers = [extraction(name, (name, "Method", (name,))) for name in names]
    return {concept.key for concept in resolve(papers, overrides=overrides).concepts}


def test_a_merge_joins_and_says_where_it_was_ruled(tmp_path: Path) -> None:
    merges = written(tmp_path / "merges.csv", "name,same_as\nkernel trick,Mercer map\n")
    papers = [extraction(n, (n, "Method", (n,))) for n in ("kernel trick", "Mercer maps")]
    resolution = resolve(papers, overrides=read_overrides([merges]))
    assert len(resolution.concepts) == 1
    assert {link.reason for links in resolution.links for link in links} == {
        "same key",
        "merges.csv, line 2",
    }


def test_a_split_parts_what_evidence_joins(tmp_path: Path) -> None:
    splits = written(tmp_path / "splits.csv", "name,not_same_as,why\nLoRA,LoRA method,mine\n")
    assert keys(Overrides(), "LoRA", "LoRA method") == {"lora"}
    overrides = read_overrides([], [splits])
    assert keys(overrides, "LoRA", "LoRA method") == {"lora", "lora-method"}


def test_a_split_keeps_a_short_form_from_a_long_one(tmp_path: Path) -> None:
    splits = written(tmp_path / "splits.csv", "name,not_same_as\nGNN,graph neural network\n")
    papers = [
        extraction("a", ("graph neural network", "Method", ("graph neural network", "GNN"))),
        extraction("b", ("GNN", "Method", ("GNN",))),
    ]
    assert len(resolve(papers).concepts) == 1
    assert len(resolve(papers, overrides=read_overrides([], [splits])).concepts) == 2


@pytest.mark.parametrize(
    "rulings",
    [
        ("Kaa,Boo", "Kaa,Cee", "Boo,Dee"),  # a middle link that both ends have a later one of
        ("Kaa,None", "Boo,None", "Cee,Nought", "None,Nought", "Dee,Cee"),  # through unknown names
    ],
)
def test_merges_join_all_that_hang_together(tmp_path: Path, rulings: tuple[str, ...]) -> None:
    for number, order in enumerate((rulings, rulings[::-1])):
        text = "\n".join(("name,same_as", *order))
        overrides = read_overrides([written(tmp_path / f"{number}.csv", text)])
        assert len(keys(overrides, "Kaa", "Boo", "Cee", "Dee", "Eff")) == 2


def test_a_short_form_may_be_ruled_to_be_several_long_ones(tmp_path: Path) -> None:
    papers = [
        extraction("a", ("graph neural network", "Method", ("graph neural network", "GNN"))),
        extraction("b", ("graph net", "Method", ("graph net", "GNN"))),
        extraction("c", ("GNN", "Method", ("GNN",))),
    ]
    text = "name,same_as\nGNN,graph neural network\nGNN,graph net\n"
    overrides = read_overrides([written(tmp_path / "merges.csv", text)])
    assert len(resolve(papers, overrides=overrides).concepts) == 1


def test_a_split_holds_for_all_spellings_of_a_short_form(tmp_path: Path) -> None:
    papers = [
        extraction("a", ("graph neural network", "Method", ("graph neural network", "GNN"))),
        extraction("b", ("G-NN", "Method", ("G-NN",))),
        extraction("c", ("GNN", "Method", ("GNN",))),
        extraction("d", ("GNN", "Method", ("GNN",))),
    ]
    splits = written(tmp_path / "splits.csv", "name,not_same_as\nG-NN,graph neural network\n")
    assert len(resolve(papers).concepts) == 1
    assert len(resolve(papers, overrides=read_overrides([], [splits])).concepts) == 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("name,same\na,b\n", "merges.csv, line 1: the header lacks same_as"),
        ("name,same_as\na,b\nc,\n", "merges.csv, line 3: same_as is empty"),
        ("name,same_as\nLLMs,LLM\n", 'merges.csv, line 2: "LLMs" and "LLM" are one name'),
        ('name,same_as\n"a,b\n', "is not CSV"),
    ],
)
def test_a_faulty_file_is_named_with_its_line(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(ResolveError) as caught:
        read_overrides([written(tmp_path / "merges.csv", text)])
    assert told in str(caught.value)


def test_rulings_against_each_other_are_refused_even_through_a_third_name(tmp_path: Path) -> None:
    merges = written(tmp_path / "merges.csv", "name,same_as\na one,b one\nb one,c one\n")
    splits = written(tmp_path / "splits.csv", "name,not_same_as\na one,c one\n")
    with pytest.raises(ResolveError, match=r"splits\.csv, line 2"):
        read_overrides([merges], [splits])


def test_a_ruled_name_that_no_paper_has_is_told(tmp_path: Path) -> None:
    merges = written(tmp_path / "merges.csv", "name,same_as\nLoRA methods,LoRA\nLoRAs,Lora X\n")
    splits = written(tmp_path / "splits.csv", "name,not_same_as\nMercer mpa,kernel trick\n")
    overrides = read_overrides([merges], [splits])
    names = ("LoRA", "LoRA method", "kernel trick")
    papers = [extraction(name, (name, "Method", (name,))) for name in names]
    assert overrides.unheard(resolve(papers, overrides=overrides).concepts) == (
        'merges.csv, line 3: no paper names "Lora X"',
        'splits.csv, line 2: no paper names "Mercer mpa"',
    )
