# SPDX-License-Identifier: MIT

"""ICC profiles that no package has to bring: of a matrix and a gamma (RGB), of a gamma (grey), of a table (CMYK)."""

import struct


def _s15(value: float) -> bytes:
    return struct.pack(">i", round(value * 65536))


def _xyz(*values: float) -> bytes:
    return b"XYZ \0\0\0\0" + b"".join(map(_s15, values))


def _gamma(value: float) -> bytes:
    return b"curv\0\0\0\0" + struct.pack(">IH", 1, round(value * 256)) + b"\0\0"


def _text(value: str) -> bytes:
    return b"text\0\0\0\0" + value.encode() + b"\0"


def _description(value: str) -> bytes:
    text = value.encode() + b"\0"
    return b"desc\0\0\0\0" + struct.pack(">I", len(text)) + text + bytes(4 + 4 + 2 + 1 + 67)


def _profile(kind: bytes, space: bytes, connection: bytes, tags: dict[bytes, bytes]) -> bytes:
    tags = {b"desc": _description("test"), b"cprt": _text("none"), b"wtpt": _xyz(0.9642, 1, 0.8249), **tags}
    place = 128 + 4 + 12 * len(tags)
    table, data = struct.pack(">I", len(tags)), b""
    for name, content in tags.items():
        table += name + struct.pack(">II", place + len(data), len(content))
        data += content + bytes(-len(content) % 4)
    size = place + len(data)
    header = struct.pack(">I4sI4s4s4s", size, b"lcms", 0x02400000, kind, space, connection)
    header += struct.pack(">6H", 2020, 1, 1, 0, 0, 0) + b"acsp" + bytes(28)
    header += _s15(0.9642) + _s15(1) + _s15(0.8249)
    return header + bytes(128 - len(header)) + table + data


def wide_rgb() -> bytes:
    """The primaries and the gamma of Adobe RGB."""
    tags = {
        b"rXYZ": _xyz(0.60974, 0.31111, 0.01947),
        b"gXYZ": _xyz(0.20528, 0.62567, 0.06087),
        b"bXYZ": _xyz(0.14919, 0.06322, 0.74457),
    }
    curve = struct.pack(">8sIH", b"curv\0\0\0\0", 1, 563) + b"\0\0"
    return _profile(b"mntr", b"RGB ", b"XYZ ", tags | {name: curve for name in (b"rTRC", b"gTRC", b"bTRC")})


def grey(gamma: float) -> bytes:
    return _profile(b"mntr", b"GRAY", b"XYZ ", {b"kTRC": _gamma(gamma)})


def inks() -> bytes:
    """A press whose black is half as dark as its three other inks: no formula without the profile gives its colours."""
    table = b""
    for index in range(16):
        cyan, magenta, yellow, black = (index >> bit & 1 for bit in (3, 2, 1, 0))
        light = 255 * (1 - 0.6 * black) * (1 - 0.3 * (cyan + magenta + yellow))
        table += bytes([round(light), 128 - 40 * cyan + 40 * magenta, 128 - 20 * cyan + 60 * yellow - 10 * magenta])
    straight = bytes(range(256))
    matrix = b"".join(map(_s15, (1, 0, 0, 0, 1, 0, 0, 0, 1)))
    lut = b"mft1\0\0\0\0" + bytes([4, 3, 2, 0]) + matrix + straight * 4 + table + straight * 3
    return _profile(b"prtr", b"CMYK", b"Lab ", {b"A2B0": lut})
