# SPDX-License-Identifier: MIT
"""The class of a case, and the list of all cases."""

CASES = []


class Case:
    def __init__(self, rules, settings, play):
        self.rules, self.settings, self.play, self.name = rules, settings, play, play.__name__

    @property
    def title(self):
        return self.name.replace("_", " ")


def case(*rules, **settings):
    """Registers a case of these rules, for a host with these settings."""
    def add(play):
        CASES.append(Case(rules, settings, play))
        return play
    return add
