# SPDX-License-Identifier: MIT
"""What a case is, and the list of them all."""

CASES = []


class Case:
    def __init__(self, rules, settings, play):
        self.rules, self.settings, self.play, self.name = rules, settings, play, play.__name__

    @property
    def title(self):
        return self.name.replace("_", " ")


def case(*rules, **settings):
    """A case of these rules, in a host with these settings."""
    def add(play):
        CASES.append(Case(rules, settings, play))
        return play
    return add
