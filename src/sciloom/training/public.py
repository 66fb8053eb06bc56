"""The recipe on public sets, mentions only: trained on one part, scored on another.

``python -m sciloom.training.public scierc --train ner-train.conll --test ner-dev.conll``
``python -m sciloom.training.public scier --train train.jsonl --test dev.jsonl``

Prints strict micro F1 (span and type) and writes no weights that ship. Both start from the packaged
encoder; ``--base`` names another, ``--out`` keeps checkpoints and goes on from them.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np
import torch

from sciloom.model import CLAIM_TYPES
from sciloom.nlp.model.decode import best_path, tagged_spans
from sciloom.nlp.model.encode import encode
from sciloom.nlp.model.runtime import WEIGHTS
from sciloom.nlp.model.words import word_span
from sciloom.training.data import Example, mask_piece
from sciloom.training.network import Network
from sciloom.training.predict import TorchHeads
from sciloom.training.start import start
from sciloom.training.train import Settings, train

if TYPE_CHECKING:
    from tokenizers import Tokenizer

#: A sentence: its tokens and its mentions (first token, token after the last, type).
Sentence = tuple[list[str], list[tuple[int, int, str]]]
#: Tokens read at once where a document is a whole paper.
_CONTEXT = 220


def read_conll(path: Path) -> Iterator[list[Sentence]]:
    """Yield the documents of a CoNLL file: runs of one ``I-`` tag are a mention."""
    document: list[Sentence] = []
    rows: list[tuple[str, str]] = []
    for line in [*path.read_text(encoding="utf8").splitlines(), "", "-DOCSTART- X O O"]:
        fields = line.split()
        if fields and fields[0] != "-DOCSTART-":
            rows.append((fields[0], fields[-1]))
            continue
        if rows:
            document.append(([word for word, _ in rows], list(_runs([tag for _, tag in rows]))))
            rows = []
        if fields and document:
            yield document
            document = []


def _runs(tags: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    start = 0
    for i in range(1, len(tags) + 1):
        if i == len(tags) or tags[i] != tags[start]:
            if tags[start] != "O":
                yield start, i, tags[start][2:]
            start = i


def read_scier(path: Path) -> Iterator[list[Sentence]]:
    """Yield the documents of SciER; each mention takes its words' next place in the sentence."""
    document: list[Sentence] = []
    name = None
    for line in path.read_text(encoding="utf8").splitlines():
        data = json.loads(line)
        if data["doc_id"] != name and document:
            yield document
            document = []
        name = data["doc_id"]
        tokens = data["sentence"].split()
        mentions: list[tuple[int, int, str]] = []
        taken: set[int] = set()
        for phrase, kind in data["ner"]:
            size = len(phrase.split())
            for i in range(len(tokens) - size + 1):
                if tokens[i : i + size] == phrase.split() and not taken & set(range(i, i + size)):
                    taken |= set(range(i, i + size))
                    mentions.append((i, i + size, kind))
                    break
        document.append((tokens, mentions))
    if document:
        yield document


READERS = {"scierc": read_conll, "scier": read_scier}


def chunks(document: list[Sentence], limit: int = _CONTEXT) -> Iterator[Sentence]:
    """Yield runs of sentences as one, of at most ``limit`` tokens where sentences allow."""
    tokens: list[str] = []
    mentions: list[tuple[int, int, str]] = []
    for words, found in document:
        if tokens and len(tokens) + len(words) > limit:
            yield tokens, mentions
            tokens, mentions = [], []
        mentions = [*mentions, *((a + len(tokens), b + len(tokens), k) for a, b, k in found)]
        tokens = [*tokens, *words]
    if tokens:
        yield tokens, mentions


def to_example(
    tokens: list[str], mentions: list[tuple[int, int, str]], kinds: list[str], tokenizer: Tokenizer
) -> Example:
    """Return the text of the tokens with its tags, and no other targets."""
    starts = np.cumsum([0, *(len(token) + 1 for token in tokens)]).tolist()
    encoded = encode(" ".join(tokens), tokenizer)
    tags = np.zeros(len(encoded.words), dtype=np.int64)
    for first, end, kind in mentions:
        span = word_span(encoded.words, starts[first], starts[end] - 1)
        if span is not None:
            tags[span[0]] = 1 + 2 * kinds.index(kind)
            tags[span[0] + 1 : span[1]] = 2 + 2 * kinds.index(kind)
    none = np.zeros(0, dtype=np.int64)
    return Example(
        id="",
        record={"starts": starts, "mentions": set(mentions)},
        encoded=encoded,
        tags=tags,
        mentions=none.reshape(0, 4),
        types=none,
        roles=none,
        named=none,
        relations=none.reshape(0, 3),
        claims=np.zeros((len(encoded.sentences), len(CLAIM_TYPES)), dtype=np.float32),
    )


def predicted(item: Example, heads: TorchHeads, kinds: list[str]) -> set[tuple[int, int, str]]:
    """Return the mentions read, as tokens."""
    emissions, _ = heads.encode(item.encoded)
    starts = item.record["starts"]
    found = set()
    for first, end, kind in tagged_spans(best_path(emissions, heads.moves)):
        begin, stop = item.encoded.words[first][0], item.encoded.words[end - 1][1]
        token = int(np.searchsorted(starts, begin, side="right")) - 1
        after = int(np.searchsorted(starts, stop, side="left"))
        found.add((token, after, kinds[kind]))
    return found


def main() -> None:
    """Read the command line, train, print the scores."""
    parser = argparse.ArgumentParser(prog="python -m sciloom.training.public", description=__doc__)
    parser.add_argument("set", choices=READERS)
    parser.add_argument("--train", type=Path, required=True)
    parser.add_argument("--test", type=Path, required=True)
    parser.add_argument("--base", type=Path, default=WEIGHTS, help="what sciloom train starts from")
    parser.add_argument("--out", type=Path, help="folder of the checkpoints")
    parser.add_argument("--layers", type=int, help="how many of the encoder's, from the lowest")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--rate", type=float, default=1e-4, help="of the encoder's top layer")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    network, tokenizer = start(options.base, options.layers)
    parts = {
        part: [c for document in READERS[options.set](path) for c in chunks(document)]
        for part, path in (("train", options.train), ("test", options.test))
    }
    kinds = sorted({kind for _, mentions in parts["train"] for _, _, kind in mentions})
    examples = {
        part: [to_example(*sentence, kinds, tokenizer) for sentence in rows]
        for part, rows in parts.items()
    }
    with TemporaryDirectory() as scratch:
        network = train(
            Network(network.encoder, kinds=len(kinds)),
            examples["train"],
            Settings(epochs=options.epochs, rate=options.rate, seed=options.seed),
            options.out or Path(scratch),
            mask_piece=mask_piece(tokenizer),
            weights={"tags": 1.0},
        )
    heads = TorchHeads(network)
    hits = read = gold = 0
    for item in examples["test"]:
        found = predicted(item, heads, kinds)
        hits += len(found & item.record["mentions"])
        read += len(found)
        gold += len(item.record["mentions"])
    precision, recall = hits / max(read, 1), hits / max(gold, 1)
    score = 2 * hits / max(read + gold, 1)
    print(f"mentions, strict micro: P {precision:.4f} R {recall:.4f} F1 {score:.4f}")  # noqa: T201


if __name__ == "__main__":
    main()
