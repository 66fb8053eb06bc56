"""Ask the graph: SPARQL with limits and good errors, and queries that have a name."""

from sciloom.query.library import NamedQuery, bind, named_queries
from sciloom.query.near import near_names
from sciloom.query.render import FORMATS, render
from sciloom.query.results import Result, ResultTable, ResultTriples
from sciloom.query.run import Source, run_query, select
from sciloom.query.syntax import string_literal
from sciloom.query.terms import unknown_terms

__all__ = [
    "FORMATS",
    "NamedQuery",
    "Result",
    "ResultTable",
    "ResultTriples",
    "Source",
    "bind",
    "named_queries",
    "near_names",
    "render",
    "run_query",
    "select",
    "string_literal",
    "unknown_terms",
]
