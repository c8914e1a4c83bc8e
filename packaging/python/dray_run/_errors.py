# SPDX-License-Identifier: MIT
"""What goes wrong, told apart by whose it is."""


class DrayError(Exception):
    """The compositor cannot be started, or has gone."""


class Refused(DrayError):
    """A command that the compositor cannot carry out, with its reason."""


class NotSo(AssertionError):
    """An expectation that did not come true, with what was there instead."""


class Crash(AssertionError):
    """A program ended, and no test wanted that."""
