import pytest

from training.tiny import tokenizer

torch = pytest.importorskip("torch")

from sciloom.training.public import (  # noqa: E402
    chunks,
    predicted,
    read_conll,
    read_scier,
    to_example,
)


def test_conll_runs_are_mentions_and_docstart_parts_documents(tmp_path):
    path = tmp_path / "some.conll"
    rows = ["-DOCSTART- NN O O", "", "a NN O I-Task", "b NN O I-Task", "c NN O I-Method", ""]
    rows += ["d NN O O", "", "-DOCSTART- NN O O", "", "e NN O I-Task"]
    path.write_text("\n".join(rows))
    assert list(read_conll(path)) == [
        [(["a", "b", "c"], [(0, 2, "Task"), (2, 3, "Method")]), (["d"], [])],
        [(["e"], [(0, 1, "Task")])],
    ]


def test_scier_mentions_take_their_next_place(tmp_path):
    path = tmp_path / "some.jsonl"
    path.write_text(
        '{"doc_id": "1", "sentence": "a b a b", "ner": [["a b", "Task"], ["b", "Task"]]}\n'
        '{"doc_id": "2", "sentence": "c", "ner": []}\n'
    )
    assert list(read_scier(path)) == [
        [(["a", "b", "a", "b"], [(0, 2, "Task"), (3, 4, "Task")])],
        [(["c"], [])],
    ]


def test_chunks_shift_the_mentions_of_later_sentences():
    document = [(["a", "b"], [(0, 1, "X")]), (["c"], [(0, 1, "Y")]), (["d"], [])]
    assert list(chunks(document, 3)) == [
        (["a", "b", "c"], [(0, 1, "X"), (2, 3, "Y")]),
        (["d"], []),
    ]


def test_tags_read_back_are_the_mentions_of_the_tokens():
    mentions = [(0, 2, "X"), (3, 4, "Y")]
    item = to_example(["graph-like", "net", "is", "fast."], mentions, ["X", "Y"], tokenizer())

    class Gold:
        moves = torch.zeros(6, 5).numpy()

        def encode(self, encoded):
            scores = torch.nn.functional.one_hot(torch.from_numpy(item.tags), 5) * 9.0
            return scores.float().numpy(), None

    assert predicted(item, Gold(), ["X", "Y"]) == set(mentions)
