# SPDX-License-Identifier: MIT
"""`dray serve` with a source and a target."""

import itertools

import adapters
from hosts import TIMEOUT, wait_for
from steps import middle

SOURCE, TARGET = (60, 40), (560, 40)


class Desktop:
    """With the interface of others_host.Desktop."""

    name = "dray serve"
    shows_one_window = False
    size = (1024, 640)

    def __init__(self, run, dray, pointer, keyboard, wrapper=(), **ignored):
        self.host = adapters.Headless("", dray, pointer, keyboard, within=run, wrapper=wrapper)
        self.run, self.process, self.do = run, self.host.process, self.host.do
        self.move, self.button, self.press = self.host.move, self.host.button, self.host.press
        self.source = run.client("source", "--role", "source", "--text", "dragged")
        self.target = run.client("target", "--role", "target")
        self.settle("source", SOURCE)
        self.settle("target", TARGET)
        self.from_point = middle(SOURCE, self.source.mapped["source"])
        self.to_point = middle(TARGET, self.target.mapped["target"])

    def settle(self, title, place):
        wait_for(f"{title} in its place", lambda: self.do.try_once(f"place {title} {place[0]} {place[1]}"))

    def pick_up(self):
        self.host.drag_off(self.source, self.from_point)

    def go_to_target(self):
        x, y = self.to_point
        steps = itertools.count()

        def agrees():
            self.move(x - next(steps) % 3, y)
            return "action: copy" in self.do("state") and 'target: “target”' in self.do("state")
        wait_for("the target's consent", agrees)

    def end(self):
        self.source.end()
        self.target.end()
        self.host.devices.unplug()
        self.do("quit")
        assert self.process.process.wait(TIMEOUT) == 0, "dray fails"
