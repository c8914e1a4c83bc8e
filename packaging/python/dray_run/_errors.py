# SPDX-License-Identifier: MIT
"""The errors, by their cause."""


class DrayError(Exception):
    """The compositor cannot be started, or has exited."""


class Refused(DrayError):
    """The compositor cannot carry out a command; with the reason."""


class NotSo(AssertionError):
    """An expectation does not hold; with the actual state."""


class Crash(AssertionError):
    """A program has exited unexpectedly."""
