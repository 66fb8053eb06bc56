"""``facts.jsonl``: one JSON object a paper, the hand-over between sciloom and everything else.

Written by every build; read back by ``build --facts`` and ``evaluate``; ``schema.json`` tells its
form.
"""

from sciloom.facts.reading import Sentences, from_record, read_facts
from sciloom.facts.writing import to_record, write_facts

__all__ = ["Sentences", "from_record", "read_facts", "to_record", "write_facts"]
