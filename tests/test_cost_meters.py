"""What the meters conclude from CPU times that the tests choose."""

from contextlib import nullcontext
from itertools import chain as joined
from itertools import repeat

import numpy as np
import pytest

from tfmdrill.errors import GraderFault
from tfmdrill.grading.cost import PlannedCost
from tfmdrill.grading.cost_meters import MIB, MOST_ROUNDS, growth, memory, ratio
from tfmdrill.grading.cost_runner import Run, Times
from tfmdrill.model.case import Case, Cost, CostKind
from tfmdrill.model.report import ExceptionInfo, Outcome
from tfmdrill.runner import Died, Raised, RemoteArray, Returned

RIGHT = Returned((RemoteArray(np.array([1.0, 2.0]), "float32", "numpy"),))
STOPPED = Died(Outcome.TIMEOUT, "more than 1 s of CPU time")
OUT_OF_MEMORY = Raised(ExceptionInfo("MemoryError", "no room"))


class Clock:
    """Stands for a file in a child: each run takes the next of the given times and `wall_s`."""

    def __init__(self, times, reply=RIGHT, wall_s=0.03):
        self.times = iter(times)
        self.reply = reply
        self.wall_s = wall_s
        self.runs = []
        self.still = nullcontext

    def run(self, chain, cpu_s):
        self.runs.append((chain, cpu_s))
        taken = next(self.times)
        if taken > cpu_s:
            return Run(STOPPED, cpu_s, cpu_s, self.wall_s)
        return Run(self.reply, taken, cpu_s, self.wall_s)


def planned(kind, gate, *sizes):
    def build(size, number):
        return Case("f", (size, number))

    cost = Cost("It is fast", kind, lambda size: build(size, 0), sizes, gate)
    return PlannedCost("cost-it-is-fast", cost, build)


def ratio_of(mine, theirs, gate=2.0, reply=RIGHT):
    return ratio(planned(CostKind.RATIO, gate, 100), Clock(mine, reply), Clock(theirs))


def test_as_fast_as_the_model_answer_passes():
    measured = ratio_of(repeat(0.030), repeat(0.028))
    assert measured.outcome is Outcome.PASSED
    assert measured.message == (
        "took 1.07 times the CPU time of the model answer at n = 100 (allowed: 2)"
    )


def test_three_times_the_gate_is_rejected():
    assert ratio_of(repeat(0.180), repeat(0.030)).outcome is Outcome.WRONG


def test_what_lies_near_the_gate_is_not_judged():
    for mine in (0.018, 0.020, 0.023):
        assert ratio_of(repeat(mine), repeat(0.010)).outcome is Outcome.TOO_NOISY


def test_noise_that_only_adds_changes_no_verdict():
    noise = np.random.default_rng(5).exponential(0.02, (2, 2 * MOST_ROUNDS))
    quiet = np.where(np.random.default_rng(6).random((2, 2 * MOST_ROUNDS)) < 0.5, 0.0, noise)
    assert ratio_of(0.03 + quiet[0], 0.03 + quiet[1]).outcome is Outcome.PASSED
    assert ratio_of(0.15 + quiet[0], 0.03 + quiet[1]).outcome is Outcome.WRONG


def test_a_slow_model_answer_lets_nobody_through():
    """If the model's times all differ, the shortest may be a disturbed one too."""
    theirs = (0.030 * 1.3**n for n in reversed(range(MOST_ROUNDS)))
    assert ratio_of(repeat(0.090), theirs).outcome is not Outcome.PASSED


def test_one_run_that_is_stopped_decides_nothing():
    mine = joined([9.0], repeat(0.030))
    assert ratio_of(mine, repeat(0.030)).outcome is Outcome.PASSED
    twice = ratio_of(repeat(9.0), repeat(0.030))
    assert twice.outcome is Outcome.WRONG
    assert twice.message.startswith("took more than 4 times the CPU time")


def test_every_repeat_has_other_arguments_and_both_get_the_same():
    user, model = Clock(repeat(0.03)), Clock(repeat(0.03))
    ratio(planned(CostKind.RATIO, 2.0, 100), user, model)
    mine = [chain.values for chain, _ in user.runs]
    assert sorted(mine) == sorted(chain.values for chain, _ in model.runs)
    assert len(set(mine)) == len(mine) == 5


def test_a_large_answer_must_be_right_as_well():
    zeros = Returned((RemoteArray(np.zeros(2), "float32", "numpy"),))
    measured = ratio_of(repeat(0.001), repeat(0.030), reply=zeros)
    assert measured.outcome is Outcome.WRONG
    assert measured.message.startswith("not the right answer at n = 100")
    near = Returned((RemoteArray(np.array([1.0001, 2.0]), "float32", "torch"),))
    assert ratio_of(repeat(0.03), repeat(0.03), reply=near).outcome is Outcome.PASSED


def test_an_exception_at_a_large_size_is_the_user_s():
    raised = Raised(ExceptionInfo("IndexError", "too far"))
    measured = ratio_of(repeat(0.001), repeat(0.030), reply=raised)
    assert measured.outcome is Outcome.ERROR
    assert measured.message == "at n = 100: IndexError: too far"


ASLEEP = Died(Outcome.TIMEOUT, "too long, most of it waiting")


@pytest.mark.parametrize(
    ("cpu_s", "model_wall_s", "outcome"),
    [
        (0.3, 0.03, Outcome.TIMEOUT),
        (0.001, 2.0, Outcome.TIMEOUT),
        (0.3, 2.0, Outcome.TOO_NOISY),  # the machine has no time for either
    ],
)
def test_who_waits_where_the_model_answer_need_not_has_slept(cpu_s, model_wall_s, outcome):
    def clocks():
        return Clock(repeat(cpu_s), ASLEEP, 20.0), Clock(repeat(0.03), wall_s=model_wall_s)

    assert ratio(planned(CostKind.RATIO, 2.0, 100), *clocks()).outcome is outcome
    assert growth(planned(CostKind.GROWTH, 1.5, 100, 400), *clocks()).outcome is outcome
    assert memory(planned(CostKind.MEMORY, MIB, 100), *clocks(), 2.0).outcome is outcome


def test_times_that_are_never_steady_hide_no_clear_excess():
    """The first repeat takes less than all others, so that the shortest stays alone."""
    restless = [1.0, *[1.3] * MOST_ROUNDS]
    assert ratio_of([0.1 * r for r in restless], repeat(0.03), 2.0).outcome is Outcome.WRONG
    assert ratio_of([0.07 * r for r in restless], repeat(0.03), 2.0).outcome is Outcome.TOO_NOISY
    steep = joined.from_iterable((0.01, 0.01 * 4**2.2 * r) for r in restless)
    case = planned(CostKind.GROWTH, 1.5, 1000, 4000)
    assert growth(case, Clock(steep), Clock(repeat(0.01))).outcome is Outcome.WRONG


def test_a_model_answer_s_uneven_times_take_no_clear_pass():
    """Its shortest run stays alone, so no time of it is steady, and the answer is far below."""
    restless = [0.03, *[0.04] * MOST_ROUNDS]
    assert ratio_of(repeat(0.035), restless, 6.0).outcome is Outcome.PASSED
    assert ratio_of(repeat(0.035), restless, 1.5).outcome is Outcome.TOO_NOISY


def test_a_model_answer_that_fails_is_nobody_s_mistake():
    def ratio_with(reply):
        user, model = Clock(repeat(0.03)), Clock(repeat(0.03), reply)
        return ratio(planned(CostKind.RATIO, 2.0, 100), user, model)

    with pytest.raises(GraderFault, match="the model answer raised MemoryError in a cost check"):
        ratio_with(OUT_OF_MEMORY)
    assert ratio_with(Died(Outcome.TIMEOUT, "more than 20 s")).outcome is Outcome.TOO_NOISY


def growth_of(exponent, gate=1.5, sizes=(1000, 4000), base=0.01, noise=()):
    noise = iter([*noise, *[0.0] * 1000])
    turns = (
        base * (size / sizes[0]) ** exponent + next(noise) for _ in range(99) for size in sizes
    )
    return growth(planned(CostKind.GROWTH, gate, *sizes), Clock(turns), Clock(repeat(0.01)))


def test_growth_is_the_exponent_over_the_sizes():
    linear = growth_of(1.0)
    assert linear.outcome is Outcome.PASSED
    assert linear.message == ("its CPU time grows as n^1.00 from n = 1000 to 4000 (allowed: n^1.5)")
    assert growth_of(2.0, sizes=(1000, 2000, 8000)).outcome is Outcome.WRONG
    assert growth_of(1.45).outcome is Outcome.TOO_NOISY
    assert "n^2.00" in growth_of(2.0).message


def test_growth_beyond_cubic_is_stopped():
    measured = growth_of(4.0, base=1.0)
    assert measured.outcome is Outcome.WRONG
    assert measured.message.startswith("its CPU time grows faster than n^3 from n = 1000")


def test_growth_survives_noise_that_only_adds():
    noise = np.random.default_rng(3).exponential(0.01, 24) * (np.arange(24) % 3 == 0)
    assert growth_of(1.0, noise=noise).outcome is Outcome.PASSED
    assert growth_of(2.0, noise=noise).outcome is Outcome.WRONG


def memory_of(mine, model=RIGHT):
    case = planned(CostKind.MEMORY, 64.0 * MIB, 5000)
    return memory(case, Clock(repeat(0.1), mine), Clock(repeat(0.1), model), 2.0)


def test_memory_is_a_question_of_fitting():
    assert memory_of(RIGHT).outcome is Outcome.PASSED
    assert memory_of(RIGHT).message == "fits into 64 MiB at n = 5000"
    over = memory_of(OUT_OF_MEMORY)
    assert over.outcome is Outcome.WRONG
    assert over.message == "needs more than 64 MiB at n = 5000, where the model answer fits"
    assert over.exception is not None
    assert memory_of(Died(Outcome.ERROR, "a segmentation fault")).outcome is Outcome.WRONG
    assert memory_of(STOPPED).outcome is Outcome.TOO_NOISY  # with hardly any CPU used
    endless = memory(planned(CostKind.MEMORY, MIB, 9), Clock([99.0]), Clock([0.1]), 2.0)
    assert endless.outcome is Outcome.TIMEOUT
    assert memory_of(Raised(ExceptionInfo("KeyError", "'k'"))).outcome is Outcome.ERROR


def test_memory_is_not_judged_where_the_model_answer_does_not_fit():
    measured = memory_of(RIGHT, OUT_OF_MEMORY)
    assert measured.outcome is Outcome.TOO_NOISY
    assert "doesn't fit 64 MiB here either" in measured.message


def test_times_are_steady_when_the_shortest_is_not_alone():
    times = Times()
    for cpu_s in (0.5, 0.2, 0.4):
        times.add(cpu_s)
    assert times.best == 0.2
    assert not times.steady
    times.add(0.21)
    assert times.steady
