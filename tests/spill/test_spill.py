import sqlite3
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sciloom.errors import StoreError
from sciloom.spill import Spool, shared, shuffled
from sciloom.spill.database import told

#: Any string that Python holds: halves of surrogate pairs, NUL and all.
TEXTS = st.text(st.characters(codec=None), max_size=4)
PAIRS = st.lists(st.tuples(TEXTS, st.integers() | TEXTS | st.tuples(TEXTS, st.floats(0, 1))))


def grouped(pairs: list[tuple[str, object]]) -> dict[str, list[object]]:
    found: defaultdict[str, list[object]] = defaultdict(list)
    for key, value in pairs:
        found[key].append(value)
    return dict(found)


@given(PAIRS)
def test_values_of_one_key_come_together_in_the_order_in_which_they_came(pairs: list) -> None:
    found = list(shuffled(pairs))
    assert dict(found) == grouped(pairs)
    assert [key for key, _ in found] == sorted(grouped(pairs))


@given(PAIRS, st.integers(0, 9))
def test_keys_that_stand_alone_are_left_out(pairs: list, about: int) -> None:
    several = {key: values for key, values in grouped(pairs).items() if len(values) > 1}
    assert dict(shared(lambda: iter(pairs), about)) == several


@given(st.lists(st.lists(TEXTS)))
def test_a_spool_is_a_sequence(parts: list[list[str]]) -> None:
    spool: Spool[str] = Spool(lambda text: (text, 1), lambda said: said[0])
    for part in parts:
        spool.extend(part)
    whole = [text for part in parts for text in part]
    assert len(spool) == len(whole)
    assert list(spool) == whole
    assert [spool[k] for k in range(len(whole))] == whole
    assert spool[::-1] == whole[::-1]
    with pytest.raises(IndexError):
        spool[len(whole)]


def test_two_readings_of_a_spool_do_not_disturb_each_other() -> None:
    spool: Spool[int] = Spool(lambda n: n, lambda n: n)
    spool.extend(range(100))
    assert [(a, b) for a, b in zip(spool, spool, strict=True)] == [(n, n) for n in range(100)]


def test_a_full_disk_is_told() -> None:
    with pytest.raises(StoreError, match="disk for temporary files is full"), told():
        raise full()


def test_a_temporary_file_that_cannot_be_opened_is_told() -> None:
    with pytest.raises(StoreError, match="no temporary file can be opened"), told():
        sqlite3.connect("/nowhere/at/all")


def test_another_thread_may_read_a_spool_and_drop_it() -> None:
    spools: list[Spool[int]] = [Spool(lambda n: n, lambda n: n)]
    spools[0].extend(range(3))
    with ThreadPoolExecutor(1) as other:
        assert other.submit(lambda: list(spools[0])).result() == [0, 1, 2]
        other.submit(spools.clear).result()  # what fails in a finaliser is a warning, an error here


def full() -> sqlite3.OperationalError:
    """Return what SQLite raises where its disk is full."""
    database = sqlite3.connect(":memory:")
    database.execute("PRAGMA max_page_count = 1")
    try:
        database.execute("CREATE TABLE things (place)")
    except sqlite3.OperationalError as error:
        return error
    raise AssertionError("one page held a table")
