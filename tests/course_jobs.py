"""Jobs of the fixture pack's problem, for the tests of pools and clusters."""

from command import TINY

from tfmdrill.catalogue import active_packs, find_problem
from tfmdrill.course.handed_in import source_hash
from tfmdrill.course.jobs import Job, result_key
from tfmdrill.course.pins import engine_id, problem_hash
from tfmdrill.course.store import Terms
from tfmdrill.model.problem import Framework
from tfmdrill.model.report import Tier
from tfmdrill.model.source import Source

RIGHT = "def double_it(x, *, offset=0.0):\n    return 2 * x + offset\n"
SEED = 3


def jobs(number: int, code: str = RIGHT, *, first: int = 0) -> list[Job]:
    """So many jobs that differ in a comment."""
    pin = problem_hash(find_problem("double-it", active_packs([TINY])))
    terms = Terms(engine_id(), SEED, 1.0, (("double-it", pin),))
    found = []
    for n in range(first, first + number):
        source = Source("double_it.py", f"{code}# {n}\n".encode())
        key = result_key(source_hash(source), Framework.NUMPY, "double-it", terms)
        found.append(
            Job(
                key, "double-it", Framework.NUMPY, source, SEED, 1.0, pin, terms.engine,
                Tier.PROCESS_ONLY, (str(TINY),),
            )
        )  # fmt: skip
    return found
