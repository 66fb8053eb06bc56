import io
import json
from decimal import Decimal
from pathlib import Path

import pytest

from sciloom.errors import FactsError
from sciloom.facts import from_record, read_facts, write_facts
from sciloom.resolve import resolve

GOLD = Path(__file__).parents[1] / "examples" / "icml2024" / "gold.jsonl"
TEXT = "𝒳 We present Loom, a parser. Loom gains up to 3.5 points over Yarn."


def record(**changes: object) -> str:
    data: dict[str, object] = {
        "id": "p",
        "text": TEXT,
        "entities": [
            {"name": "Loom", "type": "Method", "role": "proposed"},
            {"name": "Yarn", "type": "Method", "role": "compared"},
        ],
        "relations": [["Loom", "outperforms", "Yarn"]],
        "claims": [
            {
                "quote": "Loom gains up to 3.5 points over Yarn.",
                "type": "Improvement",
                "subject": "Loom",
                "comparators": ["Yarn"],
                "values": [
                    {
                        "quote": "up to 3.5 points",
                        "value": 3.5,
                        "unit": "point",
                        "qualifier": "up to",
                    }
                ],
            }
        ],
    }
    return json.dumps(data | changes)


def test_positions_left_out_are_looked_up() -> None:
    extraction = from_record(record(), file="f", record="1")
    loom = extraction.entities[0]
    assert [(m.start, m.end) for m in loom.mentions] == [(13, 17), (29, 33)]
    (claim,) = extraction.claims
    assert TEXT[claim.start : claim.end] == claim.quote
    (value,) = claim.values
    assert (value.value, value.printed) == (Decimal("3.5"), "3.5")
    assert TEXT[value.start : value.end] == value.quote


def test_evidence_is_the_first_sentence_with_both_ends() -> None:
    sentences = [(0, 28), (29, len(TEXT))]
    extraction = from_record(record(), file="f", record="1", sentences=lambda _: sentences)
    assert extraction.relations[0].evidence == sentences[1]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("{", "no JSON"),
        ("[1]", "the line must be object"),
        ("null", "the line must be object"),
        ('{"id": "p"}', "the line must contain"),
        (record(schema=99), "schema"),
        (record(year="MMXX"), "year"),
        (record(entities="abc"), "entities must be array"),
        (record(title="\ud800"), "surrogate"),
        ("[" * 100_000, "nested too deeply"),
        (record().replace("3.5,", "Infinity,"), "Infinity is no number"),
        (record().replace("3.5,", "NaN,"), "NaN is no number"),
        (record().replace("3.5,", '"3.5",'), "must be number"),
        (record().replace("3.5,", "1" + "0" * 400 + ","), "smaller than"),
        (record().replace("3.5,", "1" * 5000 + ","), "too many digits"),
        (
            record(
                relations=[{"subject": "Loom", "predicate": "isA", "object": "Yarn", "score": 7}]
            ),
            "exactly by one",
        ),
        (record(entities=[{"name": "Loom", "type": "Tool", "role": "used"}]), "must be one of"),
        (
            record(
                entities=[
                    {"name": "Loom", "type": "Method", "role": "used", "mentions": [[13.5, 17]]}
                ]
            ),
            "must be integer",
        ),
        (
            record(
                relations=[
                    {"subject": "Loom", "predicate": "isA", "object": "Yarn", "evidence": [5, 900]}
                ]
            ),
            "no span",
        ),
        (record(relations=[["Loom", "beats", "Yarn"]]), "relation 'beats' is none of"),
        (record(relations=[["Loom", "isA", "Wool"]]), "names 'Wool'"),
        (record(claims=[{"quote": "Not there.", "type": "Finding"}]), "does not hold"),
        (record(entities=[{"name": "Silk", "type": "Method", "role": "used"}]), "no form of"),
        (
            record(
                entities=[{"name": "Loom", "type": "Method", "role": "used", "mentions": [[0, 3]]}]
            ),
            "is no form of 'Loom'",
        ),
    ],
)
def test_what_does_not_hold_together_is_told(line: str, complaint: str) -> None:
    with pytest.raises(FactsError, match=complaint) as caught:
        from_record(line, file="facts.jsonl", record="7")
    assert caught.value.where == "facts.jsonl, line 7"


def test_a_bad_line_leaves_its_neighbours(tmp_path: Path) -> None:
    file = tmp_path / "facts.jsonl"
    file.write_text(record() + "\n{\n" + record(id="q") + "\n", encoding="utf-8")
    skipped = []
    assert [e.paper.id for e in read_facts(file, on_skip=skipped.append)] == ["p", "q"]
    assert [s.place for s in skipped] == ["line 2"]


def test_what_is_written_reads_back_the_same(tmp_path: Path) -> None:
    resolution = resolve(read_facts(GOLD))
    file = tmp_path / "facts.jsonl"
    with file.open("w", encoding="utf-8") as out:
        write_facts(resolution, out)
    again = resolve(read_facts(file))
    assert list(again.papers()) == list(resolution.papers())
    assert list(again.concepts) == list(resolution.concepts)
    assert again.ties == resolution.ties
    copy = io.StringIO()
    write_facts(again, copy)
    assert copy.getvalue() == file.read_text(encoding="utf-8")
