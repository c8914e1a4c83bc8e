# SPDX-License-Identifier: MIT
"""The pytest plugin: the fixture ``desktop``, and the reports of failed tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Optional

import pytest

from ._desktop import Desktop
from ._errors import DrayError
from ._folder import ReportFolder
from ._report import write_report
from ._text import shown

_failures = pytest.StashKey[str]()
_desktops = pytest.StashKey[Desktop]()
_interrupted = pytest.StashKey[bool]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("dray", "drags between applications")
    group.addoption(
        "--dray-report",
        default=None,
        metavar="FOLDER",
        help="the folder for the pictures and logs of failed tests (dray-report)",
    )
    group.addoption(
        "--dray-keep",
        action="store_true",
        help="keep the pictures, logs and programs' homes of passed tests, too",
    )
    group.addoption(
        "--dray-update-pictures",
        action="store_true",
        help="accept what is seen: write the pictures of `expect_picture` that are missing or differ",
    )
    parser.addini("dray_report", "the folder for the pictures and logs of failed tests", default="dray-report")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(_Interruption(config), "dray-interruption")
    config.addinivalue_line(
        "markers",
        "desktop(size=(1280, 720), scale=1, policy='human-interface', accessibility=False, portal=False, "
        "xwayland=False, theme='light', outputs=None, settings=None, session=None): "
        "the options of the fixture `desktop` in this test",
    )


def _folder(request: pytest.FixtureRequest) -> ReportFolder:
    config = request.config
    root = Path(config.getoption("--dray-report") or config.getini("dray_report"))
    return ReportFolder(root if root.is_absolute() else config.rootpath / root, request.node.nodeid)


#: The arguments of the marker.
_OPTIONS = ("size", "scale", "policy", "accessibility", "portal", "xwayland", "theme", "outputs", "settings", "session")


def _options(node: pytest.Item) -> dict[str, Any]:
    """The options in the markers of a test, its class and its module; the nearest marker takes precedence."""
    options: dict[str, Any] = {}
    for marker in reversed(list(node.iter_markers("desktop"))):
        unknown = [*map(repr, marker.args), *sorted(set(marker.kwargs) - set(_OPTIONS))]
        if unknown:
            raise pytest.UsageError(f"the marker `desktop` takes {'=, '.join(_OPTIONS)}=, not {', '.join(unknown)}")
        options.update(marker.kwargs)
    return options


@pytest.fixture
def desktop(request: pytest.FixtureRequest) -> Iterator[Desktop]:
    """A desktop for one test: a compositor without a screen, with an empty home and a session bus.

    The desktop and all programs in it end with the test. A crash of a program fails the test.
    """
    options = _options(request.node)
    folder = _folder(request)
    try:
        yield from _desktop(request, folder, options)
    finally:
        folder.close()


def _desktop(request: pytest.FixtureRequest, folder: ReportFolder, options: dict[str, Any]) -> Iterator[Desktop]:
    made = Desktop(**options, folder=folder.path)
    made.pictures = request.path.parent
    made.update_pictures = request.config.getoption("--dray-update-pictures")
    request.node.stash[_desktops] = made
    crash: Optional[BaseException] = None
    try:
        yield made
        if _failures not in request.node.stash and _interrupted not in request.config.stash:
            try:
                made.check()
            except (AssertionError, DrayError) as error:
                crash = error
                _leave(request.node, made, str(error))
    finally:
        made.close()
        if _failures not in request.node.stash and crash is None and not request.config.getoption("--dray-keep"):
            folder.remove()
    if crash is not None:
        raise crash


class _Interruption:
    """Records that the user has pressed ^C, so that nothing else is reported."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config

    def pytest_keyboard_interrupt(self) -> None:
        self._config.stash[_interrupted] = True


def _leave(item: pytest.Item, desktop: Desktop, reason: str) -> None:
    """Writes the report while the desktop still exists."""
    item.stash[_failures] = reason
    try:
        page = write_report(desktop, item.nodeid, reason)
    except (DrayError, OSError) as error:
        item.add_report_section("call", "desktop", f"{desktop.overview}\nthere is no picture: {error}")
        return
    words = [desktop.overview, f"report: {page}"]
    log = shown(desktop.log).split("\n")[:-1]
    if log:
        words += ["the last output of programs:"] + [f"    {line}" for line in log[-20:]]
    item.add_report_section("call", "desktop", "\n".join(words))


def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> None:
    """Runs before the hook of pytest that makes the report, so that the report contains the new section."""
    desktop = item.stash.get(_desktops, None)
    if (
        desktop is not None
        and call.when == "call"
        and call.excinfo is not None
        and not call.excinfo.errisinstance(pytest.skip.Exception)
    ):
        _leave(item, desktop, str(call.excinfo.value))
