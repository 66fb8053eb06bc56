"""A tokenizer and annotated abstracts small enough to train on in a test."""

from functools import cache

import pytest

pytest.importorskip("tokenizers", reason="needs the extra `training`")

from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors


@cache
def tokenizer():
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    letters = "abcdefghijklmnopqrstuvwxyz0123456789"
    pieces += [*letters, *("##" + c for c in letters), *"().,-%$;"]
    vocabulary = {piece: i for i, piece in enumerate(pieces)}
    made = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]", max_input_chars_per_word=600))
    made.normalizer = normalizers.BertNormalizer(lowercase=True)
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    return made


RECORDS = (
    {
        "id": "one2024-001",
        "text": "We propose Fox (FX) for parsing. FX beats Owl on the Zoo set by 2% accuracy.",
        "entities": [
            {
                "name": "Fox",
                "surface": ["Fox", "FX"],
                "type": "Method",
                "role": "proposed",
                "named": True,
            },
            {
                "name": "Owl",
                "surface": ["Owl"],
                "type": "Method",
                "role": "compared",
                "named": True,
            },
            {
                "name": "Zoo set",
                "surface": ["Zoo set"],
                "type": "Dataset",
                "role": "evaluated",
                "named": True,
            },
            {
                "name": "accuracy",
                "surface": ["accuracy"],
                "type": "Metric",
                "role": "evaluated",
                "named": True,
            },
            {
                "name": "parsing",
                "surface": ["parsing"],
                "type": "Task",
                "role": "evaluated",
                "named": True,
            },
        ],
        "relations": [
            ["Fox", "usedFor", "parsing"],
            ["Fox", "outperforms", "Owl"],
            ["Fox", "evaluatedOn", "Zoo set"],
            ["Fox", "measuredBy", "accuracy"],
        ],
        "claims": [
            {
                "quote": "FX beats Owl on the Zoo set by 2% accuracy.",
                "type": "Improvement",
                "subject": "Fox",
                "comparators": ["Owl"],
                "metrics": ["accuracy"],
                "datasets": ["Zoo set"],
                "tasks": [],
                "values": [{"quote": "2%", "value": 2, "unit": "%", "qualifier": ""}],
                "novel": False,
            }
        ],
    },
    {
        "id": "two2024-r2-001",
        "text": "Trees are old. Nothing is claimed.",
        "entities": [],
        "relations": [],
        "claims": [],
    },
)
