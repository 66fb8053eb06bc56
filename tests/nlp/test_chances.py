from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from sciloom.model import ENTITY_TYPES, ROLES
from sciloom.nlp.entities.roles import Words, crossing, role_chances, role_features
from sciloom.nlp.mentions.linear import Crossed, Linear, load_model
from sciloom.nlp.relations.chances import pair_chances
from sciloom.nlp.relations.pairs import Node, PairFeatures, type_pair
from sciloom.nlp.relations.pairs import Words as PairWords

TEXT = (
    "We propose GraphNet, a graph network for node classification on large graphs. "
    "GraphNet outperforms graph attention networks by 3 points on Cora and Citeseer. "
    "It is trained with Adam (a first-order optimizer)."
)


@settings(deadline=None)
@given(data=st.data())
def test_chances_of_relations_are_those_of_the_features_by_name(data, until):
    doc = until("abbreviations", TEXT)
    number = [n for n, sentence in enumerate(doc.sents) for _ in sentence]
    at = st.integers(0, len(doc) - 3).flatmap(
        lambda start: st.builds(
            lambda size: (start, start + size, number[start]), st.integers(1, 3)
        )
    )
    places = st.lists(at, min_size=1, max_size=3, unique=True).map(sorted).map(tuple)
    node = st.tuples(st.sampled_from(ENTITY_TYPES), st.sampled_from(ROLES), places)
    nodes = [
        Node(doc[places[0][0] : places[0][1]].text + f" {k}", kind, role, places)
        for k, (kind, role, places) in enumerate(data.draw(st.lists(node, min_size=2, max_size=5)))
    ]
    read = pair_chances(doc, nodes)
    reader = PairFeatures(doc, nodes, PairWords(str))
    rows = []
    for a, b in read.pairs:
        alone, both, crossed = reader.features(a, b)
        types = type_pair(a.type, b.type)
        rows.append([*alone, *both, *(f"{types}|{one}" for one in (*both, crossed))])
    np.testing.assert_allclose(read.rows, load_model("relations").probabilities(rows), atol=1e-5)


def test_a_feature_weighs_alone_and_together_with_its_word():
    index = {"x": 0, "Me|x": 1, "Da|y": 2}
    weights = np.array([[1, 0], [2, 0], [0, 3], [0, 0]], "f4")
    model = Crossed(Linear(("a", "b"), index, weights), ("Me", "Da"))
    rows = [[model.row(name) for name in names] for names in (["x"], ["x", "y"], ["z"])]
    found = model.probabilities(rows, (0, 1, 0))[:, 0]
    np.testing.assert_allclose(found, 1 / (1 + np.exp([-3, 2, 0])))


@settings(deadline=None)
@given(data=st.data())
def test_chances_of_roles_are_those_of_the_features_by_name(data, until):
    doc = until("abbreviations", TEXT)
    at = st.integers(0, len(doc) - 3).flatmap(
        lambda start: st.builds(lambda size: doc[start : start + size], st.integers(1, 3))
    )
    groups = data.draw(st.lists(st.lists(at, min_size=1, max_size=5), min_size=1, max_size=5))
    types = [data.draw(st.sampled_from(ENTITY_TYPES)) for _ in groups]
    rows = [
        [alone, *both, *(f"{crossing(kind)}|{one}" for one in both)]
        for kind, (alone, both) in zip(
            types, role_features(doc, groups, types, Words(str)), strict=True
        )
    ]
    model = load_model("roles")
    wanted = model.probabilities(rows)[:, [model.labels.index(role) for role in ROLES]]
    np.testing.assert_allclose(role_chances(doc, groups, types), wanted, atol=1e-5)
