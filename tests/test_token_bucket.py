"""A token bucket lets a burst through and then keeps to its rate."""

from hypothesis import given
from hypothesis import strategies as st

from uno_tui.token_bucket import TokenBucket

STEPS = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 8)), max_size=30)
"""Pairs of tokens to take and seconds since the step before."""


def test_a_burst_passes_and_more_waits() -> None:
    """Tokens within the burst cost no wait, more wait for the rate, and a full bucket gains nothing by waiting."""
    bucket = TokenBucket(rate=100, burst=50)

    assert [0, 0, 0.5, 0] == [bucket.take(*one) for one in ((20, 0), (30, 0), (50, 0), (50, 10))]
    assert (0, 50) == (bucket.available(10), bucket.available(1000))


def test_a_refusal_takes_nothing() -> None:
    """An attempt that is refused leaves the tokens for a smaller one."""
    bucket = TokenBucket(rate=1, burst=3)

    assert [False, True, False] == [bucket.try_take(tokens, 0) for tokens in (4, 3, 1)]
    assert bucket.try_take(1, 1)


def test_a_new_rate_counts_from_the_next_question() -> None:
    """A rate or burst that changes while the bucket is in use applies to what is asked next."""
    bucket = TokenBucket(rate=1, burst=10)
    bucket.take(10, 0)
    bucket.rate, bucket.burst = 5, 4

    assert [0, 4] == [bucket.available(now) for now in (0, 100)]


@given(STEPS)
def test_never_more_than_burst_and_rate_allow(steps: list[tuple[int, int]]) -> None:
    """At any moment, the tokens taken are at most the burst plus the rate times the time passed."""
    bucket = TokenBucket(rate=2, burst=8)
    now = taken = 0
    for tokens, passed in steps:
        now += passed
        taken += tokens * bucket.try_take(tokens, now)
        assert taken <= 8 + 2 * now


@given(STEPS)
def test_the_wait_is_exact(steps: list[tuple[int, int]]) -> None:
    """After the wait that `take` returned, the debt is repaid, and not sooner."""
    bucket = TokenBucket(rate=2, burst=8)
    now = 0.0
    for tokens, passed in steps:
        now += passed
        if wait := bucket.take(tokens, now):
            now += wait
            assert bucket.available(now) == 0
