# SPDX-License-Identifier: MIT

"""Runs dray-convert as the engine does: a file to read, a file to write, and a pipe for the report of success."""

import os


class Result:
    """What the process wrote, or None without a report of success, and its exit code, negative for a signal."""

    def __init__(self, output: bytes | None, code: int, errors: bytes):
        self.output, self.code, self.errors = output, code, errors


def convert(program: str, content: bytes, to: str, environment: dict[str, str] | None = None) -> Result:
    source, target, errors = (os.memfd_create(name) for name in ("source", "target", "errors"))
    heard, report = os.pipe()
    try:
        view = memoryview(content)
        while view:
            view = view[os.write(source, view) :]
        # All others of this process are closed on exec.
        actions = [(os.POSIX_SPAWN_DUP2, *pair) for pair in ((source, 0), (target, 1), (errors, 2), (report, 3))]
        process = os.posix_spawn(program, [program, to], environment or {}, file_actions=actions)
        os.close(report)
        report = -1
        said = os.read(heard, 2)
        code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        output = os.pread(target, os.fstat(target).st_size, 0) if said == b"k" else None
        return Result(output, code, os.pread(errors, 1 << 16, 0))
    finally:
        for descriptor in (source, target, errors, heard, report):
            if descriptor >= 0:
                os.close(descriptor)
