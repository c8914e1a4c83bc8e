# SPDX-License-Identifier: MIT
"""Screenshots of a compositor."""

import math
import re
import struct
import subprocess
from pathlib import Path

from hosts import TIMEOUT

GREEN, RED, VIOLET = "green", "red", "violet"
CURSORS = Path("/usr/share/icons/Adwaita/cursors")
CURSOR_SIZE = 24


class Picture:
    """A screenshot of the whole screen, from the bytes of a PPM file."""

    def __init__(self, data):
        head = re.match(rb"P6\s(\d+)\s(\d+)\s255\s", data)
        assert head, data[:40]
        self.width, self.height = map(int, head.groups())
        self.pixels = data[head.end():]
        assert len(self.pixels) == 3 * self.width * self.height, "the image is truncated"

    @classmethod
    def of_png(cls, path):
        import gi
        gi.require_version("GdkPixbuf", "2.0")
        from gi.repository import GdkPixbuf

        image = GdkPixbuf.Pixbuf.new_from_file(str(path))
        pixels, stride, channels = image.get_pixels(), image.get_rowstride(), image.get_n_channels()
        width, height = image.get_width(), image.get_height()
        if channels == 3:
            packed = b"".join(pixels[row * stride:row * stride + 3 * width] for row in range(height))
            return cls(b"P6 %d %d 255\n" % (width, height) + packed)
        packed = bytearray(3 * width * height)
        for channel in range(3):
            rows = (pixels[row * stride + channel:row * stride + channels * width:channels] for row in range(height))
            packed[channel::3] = b"".join(rows)
        return cls(b"P6 %d %d 255\n" % (width, height) + bytes(packed))

    def at(self, x, y):
        """Returns red, green and blue of a pixel."""
        return tuple(self.pixels[3 * (y * self.width + x):][:3])

    def in_points(self, scale):
        """Returns the image at scale 1, with one pixel per point of a screen with this scale."""
        if scale == 1:
            return self
        width, height = self.width // scale, self.height // scale
        packed = bytearray(3 * width * height)
        for channel in range(3):
            rows = (
                self.pixels[3 * y * self.width + channel:3 * (y + 1) * self.width:3 * scale]
                for y in range(0, self.height, scale))
            packed[channel::3] = b"".join(rows)
        return Picture(b"P6 %d %d 255\n" % (width, height) + bytes(packed))

    def is_fine(self, scale, area):
        """Whether the area has details smaller than a point of a screen with this scale."""
        left, top, right, bottom = (scale * edge for edge in area)
        return any(
            self.at(x, y) != self.at(x + 1, y) or self.at(x, y) != self.at(x, y + 1)
            for y in range(top, bottom, scale) for x in range(left, right, scale))

    def outside_of(self, boxes):
        """Returns the pixels outside the boxes, row by row."""
        rows = []
        for y in range(self.height):
            row = bytearray(self.pixels[3 * y * self.width:3 * (y + 1) * self.width])
            for left, top, width, height in boxes:
                if top <= y < top + height:
                    row[3 * left:3 * (left + width)] = bytes(3 * width)
            rows.append(bytes(row))
        return b"".join(rows)

    def box(self, holds, area=None, step=4):
        """Returns left, top, right and bottom of all pixels in the area whose colour satisfies `holds`; None if there
        is none.

        Details smaller than `step` pixels may be missed.
        """
        left, top, right, bottom = area or (0, 0, self.width, self.height)
        left, top, right, bottom = max(left, 0), max(top, 0), min(right, self.width), min(bottom, self.height)
        found = []
        above = columns = None
        for y in range(top, bottom, step):
            row = self.pixels[3 * (y * self.width + left):3 * (y * self.width + right)]
            # Most rows of a screen equal the previous one. For a film, all rows must be searched in less than a frame.
            if row != above:
                above, columns = row, [
                    left + step * index
                    for index, colour in enumerate(zip(row[0::3 * step], row[1::3 * step], row[2::3 * step]))
                    if holds(*colour)]
            if columns:
                found.append((columns[0], y, columns[-1], y))
        if not found:
            return None
        box = min(line[0] for line in found), found[0][1], max(line[2] for line in found), found[-1][1]
        return box if step == 1 else self.box(
            holds, (box[0] - step, box[1] - step, box[2] + step + 1, box[3] + step + 1), step=1)

    def badge(self, x, y):
        """Returns the colour of the badge around a point: GREEN, RED, VIOLET, or None if there is none."""
        near = [
            self.at(column, row)
            for row in range(max(y - 8, 0), min(y + 9, self.height))
            for column in range(max(x - 8, 0), min(x + 9, self.width))]
        for name, strong in (GREEN, 1), (RED, 0), (VIOLET, 2):
            weak = [index for index in range(3) if index != strong]
            if sum(
                    pixel[strong] > 90 and all(pixel[strong] > pixel[index] + 60 for index in weak)
                    for pixel in near) > 60:
                return name
        return None

    def shows_pointer(self, name, x, y, scale=1):
        """Whether the cursor has this shape: all opaque pixels of the theme's image are in the screenshot.

        The point is in points of the screen, and `scale` is the screenshot's number of pixels per point. Hosts round
        the hotspot to points.
        """
        width, height, hot_x, hot_y, pixels = cursor(name, CURSOR_SIZE * scale)
        left, top = round(x * scale) - hot_x, round(y * scale) - hot_y
        opaque = [
            (index % width, index // width, (pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255))
            for index, pixel in enumerate(pixels) if pixel >> 24 == 255]
        return any(
            all(is_alike(self.at(left + right + column, top + down + row), wanted) for column, row, wanted in opaque)
            for right in range(math.ceil(scale)) for down in range(math.ceil(scale)))


class Screen(Picture):
    """A screenshot of a wlroots compositor, by grim."""

    def __init__(self, run, *options):
        super().__init__(subprocess.run(
            ["grim", *options, "-t", "ppm", "-"], env=run.environment, stdout=subprocess.PIPE, check=True,
            timeout=TIMEOUT).stdout)


def is_alike(seen, wanted):
    return all(abs(a - b) <= 2 for a, b in zip(seen, wanted))


def cursor(name, wanted):
    """Returns width, height, hotspot and pixels (ARGB) of a shape of the cursor theme, in the size nearest to `wanted`.
    """
    data = (CURSORS / name).read_bytes()
    magic, header, _version, count = struct.unpack_from("<4sIII", data)
    assert magic == b"Xcur", name
    entries = (struct.unpack_from("<III", data, header + 12 * index) for index in range(count))
    pictures = [
        (abs(size - wanted), index, position)
        for index, (kind, size, position) in enumerate(entries) if kind == 0xFFFD0002]
    assert pictures, f"{name}: no image"
    position = min(pictures)[2]
    chunk, _, _, _, width, height, x, y, _ = struct.unpack_from("<9I", data, position)
    return width, height, x, y, struct.unpack_from(f"<{width * height}I", data, position + chunk)
