import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sciloom.errors import ExtractionError, QuerySyntaxError
from sciloom.model import Paper
from sciloom.pipeline import extract
from sciloom.pipeline.workers import _SHARE, shares

TEXT = "We propose Fox{0}, a pruning method. Fox{0} beats LoRA by {0}.5 points on GLUE. "


def paper(number, text):
    return Paper(id=f"p{number}", text=text, abstract=text)


def papers(count):
    return [paper(i, TEXT.format(i) * (1 + i % 60)) for i in range(count)]


def test_any_number_of_processes_reads_the_same():
    some = papers(70)
    assert sum(len(one.text) for one in some) > 3 * _SHARE
    alone = list(extract(some, model="rules"))
    assert list(extract(some, model="rules", jobs=3)) == alone
    assert alone[3].entities


def test_an_error_of_a_process_arrives_as_it_was():
    with pytest.raises(ExtractionError, match="precision"):
        list(extract(papers(70), model="rules", precision=0.5, jobs=2))
    for error in (
        ExtractionError("what", where="here", next="then"),
        QuerySyntaxError("what", line=2, column=3),
    ):
        again = pickle.loads(pickle.dumps(error))
        assert str(again) == str(error)
        assert vars(again) == vars(error)


def test_a_process_that_dies_is_told(monkeypatch):
    import os
    import signal
    from concurrent.futures import ProcessPoolExecutor

    class Deadly(ProcessPoolExecutor):
        def submit(self, *args):
            future = super().submit(*args)
            # Not before both are there: Python's own pool stumbles over one that dies meanwhile.
            if len(self._processes) == 2:
                for process in list(self._processes):
                    os.kill(process, signal.SIGKILL)
            return future

    monkeypatch.setattr("sciloom.pipeline.workers.ProcessPoolExecutor", Deadly)
    with pytest.raises(ExtractionError, match="died"):
        list(extract(papers(70), model="rules", jobs=2))


@given(st.lists(st.integers(0, 3 * _SHARE), max_size=30))
def test_shares_hold_every_paper_once_in_order(lengths):
    some = [paper(i, "x" * n) for i, n in enumerate(lengths)]
    parts = list(shares(some))
    assert [one for part in parts for one in part] == some
    assert all(sum(len(one.text) for one in part[:-1]) < _SHARE for part in parts)
