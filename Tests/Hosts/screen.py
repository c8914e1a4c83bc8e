# SPDX-License-Identifier: MIT
"""What is on the screen of a wlroots compositor, as grim sees it."""

import subprocess

from hosts import PATIENCE

GREEN, RED = "green", "red"


class Screen:
    """A picture of the whole screen."""

    def __init__(self, run, *options):
        data = subprocess.run(
            ["grim", *options, "-t", "ppm", "-"], env=run.environment, stdout=subprocess.PIPE, check=True, timeout=PATIENCE).stdout
        kind, size, most, self.pixels = data.split(b"\n", 3)
        assert (kind, most) == (b"P6", b"255"), data[:40]
        self.width, self.height = map(int, size.split())

    def at(self, x, y):
        """Red, green and blue of a pixel."""
        return tuple(self.pixels[3 * (y * self.width + x):][:3])

    def outside_of(self, boxes):
        """The pixels that are in none of the boxes, row by row."""
        rows = []
        for y in range(self.height):
            row = bytearray(self.pixels[3 * y * self.width:3 * (y + 1) * self.width])
            for left, top, width, height in boxes:
                if top <= y < top + height:
                    row[3 * left:3 * (left + width)] = bytes(3 * width)
            rows.append(bytes(row))
        return b"".join(rows)

    def badge(self, x, y):
        """The colour of the badge around a point: GREEN, RED, or None without one."""
        pixels = [self.at(column, row) for row in range(y - 8, y + 9) for column in range(x - 8, x + 9)]
        for name, strong, weak in (GREEN, 1, 0), (RED, 0, 1):
            if sum(pixel[strong] > 90 and pixel[strong] > pixel[weak] + 60 for pixel in pixels) > 60:
                return name
        return None
