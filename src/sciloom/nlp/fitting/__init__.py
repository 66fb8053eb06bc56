"""How the tables in ``sciloom/nlp/data`` are made; nothing at run time needs it.

``python -m sciloom.nlp.fitting ANNOTATED.jsonl UNLABELLED.jsonl.gz``
"""
