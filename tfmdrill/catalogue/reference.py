"""The hidden half of a problem as code: compiled from its path, bytecode never written."""

from pathlib import Path
from types import ModuleType

from tfmdrill.catalogue.texts import folder_of, hidden_text
from tfmdrill.errors import ProblemError, UsageError
from tfmdrill.model.problem import Framework, Problem


def reference_source(problem: Problem) -> str:
    """The text of reference.py. Raises ProblemError if it is missing."""
    return hidden_text(problem, "reference.py")


def load_reference(problem: Problem) -> ModuleType:
    """reference.py as a module of its own. Raises ProblemError if it can't be run."""
    return compile_reference(problem, reference_source(problem))


def compile_reference(problem: Problem, source: str) -> ModuleType:
    """A (patched) reference as a fresh module. Raises ProblemError if it can't be run."""
    return _run(problem.grader_dir / "reference.py", source, f"reference of {problem.name}")


def load_checks(problem: Problem) -> ModuleType:
    """checks.py as a module. Raises ProblemError if it can't be run or has no `cases`."""
    path = problem.grader_dir / "checks.py"
    module = _run(path, hidden_text(problem, path.name), f"checks of {problem.name}")
    if not callable(getattr(module, "cases", None)):
        raise ProblemError(f"{path}: defines no cases(draw)")
    return module


def solution_path(problem: Problem, framework: Framework) -> Path:
    """Where the model answer in that framework is.

    Raises UsageError if the problem isn't set in that framework, ProblemError if the file is
    missing.
    """
    if framework not in problem.frameworks:
        raise UsageError(
            f"{problem.name} isn't set in {framework}; it is in {' and '.join(problem.frameworks)}"
        )
    half = folder_of(problem.grader_dir, problem.variant)
    path = half / "solutions" / f"in_{framework}.py"
    if not path.is_file():
        raise ProblemError(f"{path}: the model answer is missing")
    return path


def _run(path: Path, source: str, name: str) -> ModuleType:
    module = ModuleType(name)
    module.__file__ = str(path)
    try:
        exec(compile(source, str(path), "exec"), module.__dict__)
    except Exception as error:
        raise ProblemError(f"{path}: can't be run: {type(error).__name__}: {error}") from error
    return module
