import random
import time

import pytest

from sciloom.model import Entity, Extraction, Mention, Paper
from sciloom.resolve import resolve


def extraction(paper: str, *entities: tuple[str, str, tuple[str, ...]]) -> Extraction:
    text = f"{paper}: " + ", ".join(form for _, _, forms in entities for form in forms)

    def entity(name: str, type_: str, forms: tuple[str, ...]) -> Entity:
        mentions = tuple(
            Mention(
                start=text.index(form),
                end=text.index(form) + len(form),
                text=form,
                type=type_,
                score=1.0,
            )
            for form in forms
        )
        return Entity(
            name=name,
            surface=forms,
            type=type_,
            role="used",
            named=True,
            mentions=mentions,
            score=1.0,
        )

    return Extraction(
        paper=Paper(id=paper, text=text, abstract=text),
        entities=tuple(entity(*e) for e in entities),
    )


def test_equal_keys_are_one_concept_of_the_majority_type() -> None:
    resolution = resolve(
        [
            extraction("a", ("Reinforcement learning", "Method", ("Reinforcement learning",))),
            extraction("b", ("reinforcement-learning", "Task", ("reinforcement-learning",))),
            extraction("c", ("reinforcement learning", "Method", ("reinforcement learning",))),
        ]
    )
    (concept,) = resolution.concepts
    assert concept.type == "Method"
    assert concept.pref_label == "reinforcement learning"
    assert concept.alt_labels == ("Reinforcement learning", "reinforcement-learning")


def test_gaps_between_the_letters_do_not_part_names() -> None:
    names = ("fine-tuning", "finetuning", "fine tuning", "GPT-4", "GPT4", "GPT 4", "GPT-4o")
    resolution = resolve([extraction(n, (n, "Method", (n,))) for n in names])
    assert {c.key for c in resolution.concepts} == {"fine-tuning", "gpt-4", "gpt-4o"}


def test_an_acronym_with_one_expansion_stands_for_it() -> None:
    resolution = resolve(
        [
            extraction("a", ("graph neural networks", "Method", ("graph neural networks", "GNNs"))),
            extraction("b", ("GNN", "Method", ("GNN",))),
        ]
    )
    (concept,) = resolution.concepts
    assert concept.key == "graph-neural-network"
    (link,) = [link for links in resolution.links for link in links if link.entity == "GNN"]
    assert link.reason == "short form, spelled out so by 1 of 1 papers"
    assert 0.8 <= link.score < 1


def test_an_acronym_with_two_expansions_stays_apart() -> None:
    resolution = resolve(
        [
            extraction("a", ("normalising flow", "Method", ("normalising flow", "NF"))),
            extraction("b", ("neural field", "Method", ("neural field", "NF"))),
            extraction("c", ("NF", "Method", ("NF",))),
        ]
    )
    assert {c.key for c in resolution.concepts} == {"nf", "neural-field", "normalising-flow"}


def test_the_order_of_papers_does_not_matter() -> None:
    names = ["GAN", "GANs", "generative adversarial network", "Gan", "graph attention network"]
    papers = [extraction(str(i), (name, "Method", (name,))) for i, name in enumerate(names)]
    papers.append(
        extraction(
            "x",
            ("generative adversarial network", "Task", ("generative adversarial network", "GAN")),
        )
    )
    expected = list(resolve(papers).concepts)
    chance = random.Random(0)
    for _ in range(10):
        chance.shuffle(papers)
        assert list(resolve(papers).concepts) == expected


def test_quotation_marks_are_no_part_of_a_name() -> None:
    names = ("“KestrelFilter” algorithm", "“KestrelFilter” algorithm", "KestrelFilter")
    papers = [extraction(str(k), (n, "Method", (n,))) for k, n in enumerate(names)]
    (concept,) = resolve(papers).concepts
    assert concept.pref_label == "KestrelFilter"
    assert concept.alt_labels == ("“KestrelFilter” algorithm",)


def test_a_form_that_names_something_else_is_no_label() -> None:
    forms = ("reinforcement learning", "RL", "RL agents", "RL tasks", "Reinforcement-Learning")
    field = ("reinforcement learning", "Task", forms)
    papers = [extraction("a", field), extraction("b", ("RL agents", "Method", ("RL agents",)))]
    labels = {c.key: c.alt_labels for c in resolve(papers).concepts}
    assert labels == {
        "reinforcement-learning": ("RL", "Reinforcement-Learning"),
        "rl-agent": (),
    }


def test_the_variants_of_one_head_are_one_concept_whichever_is_used_most() -> None:
    names = ("mirror descent", "mirror descent method", "mirror descent scheme")
    papers = [extraction(f"{n} {k}", (n, "Method", (n,))) for n in names for k in range(len(n))]
    (concept,) = resolve(papers).concepts
    assert concept.key == "mirror-descent-method"


def test_a_word_left_out_of_a_long_form_says_something_or_nothing() -> None:
    def keys(*longs: str) -> set[str]:
        papers = [extraction(n, (n, "Method", (n, short))) for n in longs]
        return {c.key for c in resolve(papers).concepts}

    short = "KNet"
    assert len(keys("kestrel network", "kestrel neural network")) == 1
    assert len(keys("kestrel network", "kestrel navigation network")) == 2


@pytest.mark.parametrize(
    ("british", "american"),
    [
        ("adversarial defence", "adversarial defense"),
        ("human judgement", "human judgment"),
        ("human-centred design", "human-centered design"),
        ("neighbourhood search", "neighborhood search"),
        ("image colourisation", "image colorization"),
        ("organisational network", "organizational network"),
        ("out-of-domain generalisability", "out-of-domain generalizability"),
        ("analysing layer", "analyzing layer"),
        ("learnt index", "learned index"),
        ("optical fibre", "optical fiber"),
        ("integer programme", "integer program"),
        ("paediatric imaging", "pediatric imaging"),
        ("focussed attention", "focused attention"),
        ("ageing effect", "aging effect"),
    ],
)
def test_british_and_american_spellings_are_one(british: str, american: str) -> None:
    papers = [extraction(n, (n, "Method", (n,))) for n in (british, american)]
    (concept,) = resolve(papers).concepts
    assert {concept.pref_label, *concept.alt_labels} == {british, american}


def test_a_data_set_is_a_dataset() -> None:
    names = ("KnotBank", "KnotBank data set")
    papers = [extraction(n, (n, "Dataset", (n,))) for n in names]
    assert len(resolve(papers).concepts) == 1


def test_a_name_of_many_letters_takes_no_time() -> None:
    long = "".join(map(chr, range(ord("a"), ord("z")))) * 4000
    many = " ".join(("ab", "cdefgh") * 4000)
    papers = [extraction(n[:9] + str(k), (n, "Method", (n,))) for k, n in enumerate((long, many))]
    started = time.process_time()
    assert len(resolve(papers).concepts) == 2
    assert time.process_time() - started < 5
