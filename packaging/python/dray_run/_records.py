# SPDX-License-Identifier: MIT
"""The types of the records in messages. ``wire.schema.json`` describes the messages."""

from __future__ import annotations

from typing import Literal, TypedDict


class WindowRecord(TypedDict, total=False):
    number: int
    title: str
    app_id: str
    client: str
    pid: int
    x: float
    y: float
    width: float
    height: float
    active: bool


class ReadRecord(TypedDict):
    type: str
    bytes: int
    complete: bool


class DragRecord(TypedDict, total=False):
    number: int
    state: Literal["none", "under-way", "finished", "cancelled"]
    reason: str
    dropped: bool
    action: str
    badge: str
    target: int
    early_reads: int
    reads: list[ReadRecord]


class ClientRecord(TypedDict, total=False):
    name: str
    pid: int
    state: Literal["running", "exited", "killed"]
    status: int
    signal: int


class _ObjectRecord(TypedDict):
    role: str
    name: str
    x: float
    y: float
    width: float
    height: float


class ObjectRecord(_ObjectRecord, total=False):
    text: str


class OutputRecord(TypedDict):
    client: str
    stream: Literal["stdout", "stderr"]
    text: str


class PositionRecord(TypedDict):
    x: float
    y: float


class StateRecord(TypedDict):
    pointer: PositionRecord
    cursor: str
    modifiers: list[str]
    drag: DragRecord


class SnapshotRecord(TypedDict, total=False):
    version: int
    home: str
    display: str
    windows: list[WindowRecord]
    state: StateRecord
    clients: list[ClientRecord]


class Answer(TypedDict, total=False):
    id: int
    ok: bool
    error: str
    lines: list[str]
    windows: list[WindowRecord]
    objects: list[ObjectRecord]
    state: StateRecord
    drag: DragRecord
    client: ClientRecord
    snapshot: SnapshotRecord


class Event(TypedDict, total=False):
    event: str
    window: WindowRecord
    drag: DragRecord
    client: ClientRecord
    output: OutputRecord
    text: str
