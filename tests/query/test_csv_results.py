import csv
import io

from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import Literal, NamedNode

from sciloom.query.csv_results import write_csv

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
TERM = st.one_of(st.none(), TEXT.map(Literal), st.just(NamedNode("http://x/#char=1,2")))


def page_of(variables, rows):
    page = io.BytesIO()
    write_csv(variables, rows, page)
    return page.getvalue().decode()


def test_iris_with_commas_stay_in_their_column():
    rows = [[NamedNode("http://x/#char=1,2"), Literal('say "a", b')], [None, Literal("c")]]
    assert page_of(["a", "b"], rows) == ('a,b\r\n"http://x/#char=1,2","say ""a"", b"\r\n,c\r\n')


@given(st.lists(st.tuples(TERM, TERM)))
def test_what_is_written_reads_back(rows):
    read = list(csv.reader(io.StringIO(page_of(["a", "b"], rows), newline="")))
    told = [["" if term is None else term.value for term in row] for row in rows]
    assert read == [["a", "b"], *told]
