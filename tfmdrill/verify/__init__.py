"""Whether a problem's verdicts can be trusted, measured: `verify_problems`."""

from tfmdrill.verify.running import verify_problems

__all__ = ["verify_problems"]
