# SPDX-License-Identifier: MIT
"""A copy of the installed files in a folder of its own, which a test damages: removes, truncates or replaces by other
versions.
"""

import re
import shutil
import subprocess


def folder_of(run, files):
    """Returns a folder with copies of these files, by name, which search only their own folder for libraries."""
    folder = run.directory / "lib"
    folder.mkdir()
    folder.chmod(0o755)
    for name, file in files.items():
        shutil.copy(file, folder / name)
        said = subprocess.run(["readelf", "-d", folder / name], stdout=subprocess.PIPE, text=True, check=True).stdout
        found = re.search(r"Library (?:runpath|rpath): \[(.*)\]", said)
        if found is not None:
            path = found.group(1).encode() + b"\0"
            data = (folder / name).read_bytes()
            assert path in data
            (folder / name).write_bytes(data.replace(path, b"$ORIGIN".ljust(len(path), b"\0")))
    return folder


def cut(file, size):
    with file.open("r+b") as opened:
        opened.truncate(size)


def age(library, name=b"dray_engine_create"):
    """Makes a library look like a version without this function."""
    data = library.read_bytes()
    # Also in the symbols for debuggers, unless the library is stripped.
    assert b"\0" + name + b"\0" in data, name
    library.write_bytes(data.replace(b"\0" + name + b"\0", b"\0" + name[:-1] + b"_\0"))


# Possible damage of libdray, with the resulting error message.
OF_LIBDRAY = [
    (lambda folder: (folder / "libdray.so.0").unlink(), "libdray.so.0"),
    (lambda folder: (folder / "libdray.so.0").write_bytes(b"no library" * 1000), "is not a library"),
    (lambda folder: cut(folder / "libdray.so.0", 0), "is not a library"),
    (lambda folder: cut(folder / "libdray.so.0", 100000), "is cut short"),
    (lambda folder: cut(folder / "libdray.so.0", (folder / "libdray.so.0").stat().st_size - 10), "is cut short"),
    (lambda folder: age(folder / "libdray.so.0"), "undefined symbol: dray_engine_create"),
]
