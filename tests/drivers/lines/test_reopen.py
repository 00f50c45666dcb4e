from hypothesis import given
from hypothesis import strategies as st

from drivers.lines import reopen_delay


def test_it_grows_from_a_quarter_of_a_second_to_five():
    assert [reopen_delay(attempt) for attempt in range(1, 8)] == [0.25, 0.5, 1.0, 2.0, 4.0, 5.0, 5.0]


@given(st.integers(min_value=1))
def test_it_never_shrinks_and_never_ends(attempt):
    assert reopen_delay(attempt) <= reopen_delay(attempt + 1) <= 5.0
