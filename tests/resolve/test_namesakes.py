from dataclasses import replace

from test_resolver import extraction

from sciloom.model import Extraction, Relation
from sciloom.resolve import resolve

BASE = "https://w3id.org/sciloom/id/concept/"


def proposal(paper: str, name: str, type_: str = "Method") -> Extraction:
    read = extraction(paper, (name, type_, (name,)))
    return replace(read, entities=tuple(replace(e, role="proposed") for e in read.entities))


def related(*papers: Extraction) -> list[tuple[str, str, str]]:
    ties = [t for t in resolve(papers).ties if t.predicate == "skos:related"]
    return sorted((t.subject[len(BASE) :], t.object[len(BASE) :], t.reason) for t in ties)


def test_concepts_of_one_name_point_to_each_other() -> None:
    ties = related(
        proposal("a", "KestrelNet"),
        proposal("b", "KestrelNet", "Dataset"),
        extraction("c", ("KestrelNet", "Method", ("KestrelNet",))),
    )
    pairs = {(one.partition("~")[0], other.partition("~")[0]) for one, other, _ in ties}
    assert pairs == {("kestrelnet", "kestrelnet")}
    assert len({one for one, *_ in ties}) == 3
    assert {reason for *_, reason in ties} == {"shares the name kestrelnet"}


def test_long_forms_of_one_short_form_point_to_each_other() -> None:
    latent = extraction("a", ("latent kestrel model", "Method", ("latent kestrel model", "LKM")))
    linear = extraction("b", ("linear kestrel map", "Method", ("linear kestrel map", "LKM")))
    ties = related(latent, linear)
    assert ties == [
        ("latent-kestrel-model", "linear-kestrel-map", "shares the name lkm"),
        ("linear-kestrel-map", "latent-kestrel-model", "shares the name lkm"),
    ]


def test_a_kind_is_no_namesake_of_what_it_is_a_kind_of() -> None:
    forms = ("kestrel search", "kestrel search forest")
    papers = [extraction(name, (name, "Method", (name, "KS"))) for name in forms]
    kind = extraction("c", *((name, "Method", (name,)) for name in forms))
    isa = Relation(subject=forms[1], predicate="isA", object=forms[0], evidence=(0, 1), score=0.9)
    assert related(*papers)
    assert not related(*papers, replace(kind, relations=(isa,)))


def test_what_a_paper_proposes_is_not_what_one_other_spells_its_name_out_as() -> None:
    known = extraction("a", ("kestrel map", "Method", ("kestrel map", "KMAP")))
    own = proposal("b", "KMAP")
    concepts = {concept.key.partition("~")[0] for concept in resolve([known, own]).concepts}
    assert concepts == {"kestrel-map", "kmap"}
    assert len({(one, other) for one, other, _ in related(known, own)}) == 2


def test_what_a_short_form_may_mean_does_not_depend_on_the_order_of_papers() -> None:
    papers = [
        extraction(f"{long} {k}", (long, "Method", (long, "KSM")))
        for long, number in (("kestrel state map", 5), ("keel spin map", 4), ("kite sea map", 1))
        for k in range(number)
    ]
    # Who proposes it does not mean what one paper alone spells it out as.
    papers += [extraction("used", ("KSM", "Method", ("KSM",))), proposal("own", "KSM")]
    assert related(*papers) == related(*reversed(papers))
    assert ("ksm", "kite-sea-map", "may be short for it") in related(*papers)
