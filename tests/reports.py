"""Reports written by hand, for the tests of what is shown: no grading is run for them."""

import math

from tfmdrill.model.report import (
    Agreement,
    Argument,
    CheckKind,
    CheckResult,
    Diagnosis,
    ExceptionInfo,
    Failure,
    Finding,
    Frame,
    Grid,
    Isolation,
    Outcome,
    Report,
    SideBySide,
    Tier,
)

FULL = Isolation(Tier.FULL, ("rlimits", "no-new-privs", "landlock", "seccomp"))
PARTIAL = Isolation(
    Tier.PARTIAL, ("rlimits", "seccomp"), (("landlock", "the kernel is older than 5.13"),)
)

GRID = Grid(
    index=(0, 1),
    expected=((0.25, -1.5, 0.125), (0.5, 0.75, 1.0)),
    got=((0.25, -1.5, 0.4), (0.5, 2.75, math.nan)),
    wrong=((False, False, True), (False, True, True)),
    worst=(1, 1),
    at=(0, 1, 1, 1),
)

WIDE_GRID = Grid(
    index=(2,),
    expected=tuple(tuple(r + c / 8 + 0.001 for c in range(8)) for r in range(8)),
    got=tuple(tuple(r + c / 8 + 0.001 + (r == 5 and c == 6) for c in range(8)) for r in range(8)),
    wrong=tuple(tuple(r == 5 and c == 6 for c in range(8)) for r in range(8)),
    worst=(5, 6),
    cut=(20, 30),
    start=(4, 10),
    at=(2, 9, 16),
)

CALL = Failure(
    call="masked_attention(q, k, v, causal=True)",
    arguments=(
        Argument("q", "float32 (1, 2, 2, 1)", "np.array([[[[1.0], [2.0]]]], dtype=np.float32)"),
        Argument("k", "float32 (1, 2, 2, 1)", "np.array([[[[0.5], [1.0]]]], dtype=np.float32)"),
        Argument("v", "float32 (1, 2, 2, 3)", "np.zeros((1, 2, 2, 3), dtype=np.float32)"),
        Argument("causal", "True", "True"),
    ),
    grid=GRID,
)

EXCEPTION = ExceptionInfo(
    "RuntimeError",
    "The size of tensor a (3) must match the size of tensor b (5) at non-singleton dimension 3",
    (
        Frame(
            "line 14",
            "masked_attention",
            "return weigh(scores, mask) @ v",
            (("scores", "float32 (2, 3, 4, 5)"), ("mask", "bool (2, 3)")),
        ),
        Frame(
            "line 6",
            "weigh",
            "scores = scores.masked_fill(~mask, -torch.inf)",
            (("scores", "float32 (2, 3, 4, 5)"), ("mask", "bool (2, 3)")),
        ),
    ),
)

HALF_SPLIT = Diagnosis(
    "mask-after-softmax",
    "The mask is applied after the softmax.",
    "The rows no longer sum to one: masked keys keep taking probability from the allowed ones.",
    "Hide the scores before the softmax sees them.",
    24,
    24,
)
STRICT = Diagnosis(
    "causal-strict",
    "The diagonal is masked too.",
    "A query can't see its own token.",
    "Look at where the mask begins.",
    24,
    24,
)


def check(
    name: str,
    outcome: Outcome = Outcome.PASSED,
    *,
    kind: CheckKind = CheckKind.VALUE,
    title: str = "",
    message: str = "",
    where: Failure | None = None,
    weight: float = 1.0,
    earned: float | None = None,
) -> CheckResult:
    full = weight if outcome is Outcome.PASSED else 0.0
    earned = full if earned is None else earned
    return CheckResult(name, title, kind, outcome, weight, earned, message, where)


def report(
    outcome: Outcome = Outcome.PASSED,
    *checks: CheckResult,
    score: float | None = 1.0,
    file: str = "masked.py",
    isolation: Isolation = FULL,
    diagnoses: tuple[Diagnosis, ...] = (),
    findings: tuple[Finding, ...] = (),
    remarks: tuple[str, ...] = (),
    prints: str = "",
    agreement: Agreement | None = None,
    beside: SideBySide | None = None,
) -> Report:
    return Report(
        problem="attention-masks",
        title="Attention with masks",
        file=file,
        framework="torch",
        outcome=outcome,
        score=score,
        seed=71203,
        isolation=isolation,
        elapsed_s=0.031,
        checks=checks or (check("neither"), check("causal")),
        diagnoses=diagnoses,
        findings=findings,
        remarks=remarks,
        prints=prints,
        agreement=agreement,
        beside=beside,
    )


def wrong_report(**changes: object) -> Report:
    """A typical wrong answer: two modes of four are wrong, hygiene doesn't count."""
    return report(
        Outcome.WRONG,
        check("loads", kind=CheckKind.LOAD),
        check("neither", title="No mask at all"),
        check(
            "causal",
            Outcome.WRONG,
            title="Causal mask, n = m and n != m",
            message="3 of 12 values are out of bounds in the smallest failing case.",
            where=CALL,
        ),
        check("padded", title="Key mask alone"),
        check("causal-padded", Outcome.WRONG, title="Both masks", where=CALL),
        check("dtype", kind=CheckKind.HYGIENE, earned=0.0),
        check("unmodified", kind=CheckKind.HYGIENE, earned=0.0),
        check("empty-rows", Outcome.TIMEOUT, kind=CheckKind.EDGE, message="It ran for 2 s."),
        check("gradient", Outcome.SKIPPED, kind=CheckKind.GRADIENT),
        score=0.62,
        diagnoses=(HALF_SPLIT,),
        **changes,  # type: ignore[arg-type]  # passed through to report()
    )


def error_report() -> Report:
    return report(
        Outcome.ERROR,
        check(
            "padded",
            Outcome.ERROR,
            title="Key mask alone",
            message="Your code raised an exception.",
            where=Failure(CALL.call, CALL.arguments, exception=EXCEPTION),
        ),
        score=0.0,
        prints="scores torch.Size([2, 3])\n" * 12,
        isolation=PARTIAL,
        remarks=("softmax stands in a branch that was not taken (line 30).",),
    )


def passed_report() -> Report:
    return report(
        agreement=Agreement(50, 2.4e-7, "torch's scaled_dot_product_attention"),
        beside=SideBySide(
            0.0123,
            0.0061,
            3 << 20,
            900,
            "def masked_attention(q, k, v):\n    return q @ k.mT @ v\n",
            "def masked_attention(q, k, v):\n    scores = q @ k.mT\n    return scores @ v\n",
        ),
    )
