# SPDX-License-Identifier: MIT
"""The messages on the socket, validated with their schema."""

import json
import socket
from pathlib import Path

import dray_run
import jsonschema
import pytest
from conftest import PYTHON
from dray_run import DrayError, Refused
from dray_run._wire import Wire

SCHEMA = json.loads((Path(dray_run.__file__).parent / "wire.schema.json").read_text(encoding="utf-8"))


def check(line, *kinds):
    jsonschema.validate(line, {**SCHEMA, "oneOf": [{"$ref": f"#/definitions/{kind}"} for kind in kinds]})


def test_real_messages_match_the_schema(desktop, notes, board):
    desktop.drag(notes.window().at("50%", "30%"), board.window())
    board.expect_output("got Buy milk")
    desktop.drag(notes.window().at("50%", "30%"), (20, 650))
    desktop.windows
    desktop.state
    with pytest.raises(Refused):
        desktop.command("pres")
    notes.close()
    board.kill()
    board.expect_exit(-15)
    talk = [(line[0], json.loads(line[2:])) for line in desktop.talk]
    for way, line in talk:
        check(line, "request" if way == ">" else "event" if "event" in line else "answer")
    # The messages cover the schema.
    events = {line["event"] for _, line in talk if "event" in line}
    assert events == {"window-mapped", "window-changed", "window-gone", "drag", "client", "output", "announced"}
    answers = {key for way, line in talk if way == "<" for key in line}
    assert {"windows", "state", "drag", "client", "snapshot", "error"} <= answers
    keys = {key for _, line in talk for key in line.get("drag", {})}
    assert keys == set(SCHEMA["definitions"]["drag"]["properties"])


@pytest.mark.desktop(accessibility=True)
def test_messages_about_objects_match_the_schema(desktop, notes):
    window = notes.window()
    window.expect_seen("Rename")
    assert "push button “Rename”" in desktop.names
    desktop.select(window.named("Rename"))
    with pytest.raises(AssertionError):
        notes.new_window(within=0.1)
    talk = [json.loads(line[2:]) for line in desktop.talk]
    for line in talk:
        check(line, "request", "answer", "event")
    objects = [record for line in talk for record in line.get("objects", [])]
    assert {"role", "name", "x", "y", "width", "height"} <= set(objects[0])


def test_a_message_has_no_line_separators(desktop):
    """The JSON for any output of a program is one line to `splitlines()`, too, and decodes to the same text."""
    hostile = "a\u2028b\u2029c\x85d\x1be\u202ef\u200bg\U000e0041h\x0bi\x1cj"
    desktop.start([PYTHON, "-c", f"print({ascii(hostile)})"], name="loud").expect_output(hostile)
    assert [line for line in desktop.talk if line.splitlines() != [line]] == []
    records = [json.loads(line[2:]).get("output", {}) for line in desktop.talk]
    assert [output["text"] for output in records if output.get("client") == "loud"] == [hostile]


def test_the_schema_rejects_other_objects():
    for line in [{}, {"command": "move"}, {"ok": True, "error": "x"}, {"event": "drag"}, {"ok": True, "more": 1}]:
        with pytest.raises(jsonschema.ValidationError):
            check(line, "request", "answer", "event")


@pytest.fixture
def connection(desktop):
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(20)
        connection.connect(desktop._server.socket)
        yield connection.makefile("rwb", buffering=0)


def ask(connection, line):
    connection.write(line.encode() + b"\n")
    return connection.readline().decode()


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "{}",
        '{"command": []}',
        '{"command": "windows"}',
        '{"command": ["a", 1]}',
        '{"id": "x", "command": ["state"]}',
        '{"command": ["windows"], "name": "x"}',
        '{"command": ["start"]}',
        '{"command": ["drag", "#7", "#8"]}',
        '{"command": ["start", "/nowhere/at-all"]}',
        "{" * 5000,
    ],
)
def test_invalid_requests_are_answered_with_a_reason(connection, line):
    answer = json.loads(ask(connection, line))
    check(answer, "answer")
    assert not answer["ok"]
    assert json.loads(ask(connection, '{"id": 7, "command": ["state"]}'))["id"] == 7


def test_one_connection_accepts_text_and_json(connection):
    assert ask(connection, "move 30 40") == "ok\n"
    assert json.loads(ask(connection, '{"command": ["state"]}'))["state"]["pointer"] == {"x": 30, "y": 40}
    assert ask(connection, "listen").startswith("error listen: only available in JSON")


def test_the_reason_of_a_closed_connection_is_reported(tmp_path):
    path = str(tmp_path / "socket")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        listener.listen()
        wire = Wire(path, lambda event: None, lambda way, line: None)
        compositor = listener.accept()[0]
        compositor.sendall(b"error programs in a sandbox may not drive this session\n")
        compositor.close()
        with pytest.raises(DrayError, match="^programs in a sandbox may not drive this session$"):
            wire.request("state")
        wire.close()


def test_a_connection_that_does_not_read_affects_no_other(desktop, connection):
    connection.write(b'{"command": ["listen"]}\n')
    flood = desktop.start(
        ["sh", "-c", "yes 'a long line of which there are many, many' | head -n 60000"], name="flood"
    )
    # The output of a program is kept up to a limit.
    flood.expect_output("(output limit exceeded; the rest is omitted)", within=60)
    assert desktop.state["drag"]["state"] == "none"
