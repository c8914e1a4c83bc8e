// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayHeadless
import DrayPresentation
import DrayScenario
import HeadlessDesktop

// The state of windows, drags and clients as records, and events for listeners when it changes.

extension ServeSession {
    var windowRecords: [WindowRecord] { compositor.windows.map(record(of:)) }

    var stateRecord: StateRecord {
        let held = seat.keyboard.modifiers
        let names: [(Modifiers, Modifier)] = [(.shift, .shift), (.control, .ctrl), (.alt, .alt), (.logo, .logo)]
        return StateRecord(
            pointer: .init(x: seat.pointer.position.x, y: seat.pointer.position.y),
            cursor: cursor, modifiers: names.filter { held.contains($0.0) }.map(\.1.rawValue), drag: dragRecord)
    }

    var dragRecord: DragStatus {
        let state: DragStatus.State =
            switch (witness.drag, witness.outcome) {
            case (nil, _): .none
            case (_?, nil): .underWay
            case (_?, let outcome?): outcome.isSuccess ? .finished : .cancelled
            }
        return DragStatus(
            number: dragCount, state: state, reason: cancellation, dropped: witness.isDropped,
            action: witness.action.rawValue,
            badge: Expectation.Badge(witness.feedback).words, target: targetWindow.flatMap { numbers[$0] },
            earlyReads: witness.earlyReads,
            reads: witness.transfers.filter { $0.drag == witness.drag }.map {
                .init(type: $0.type.rawValue, bytes: $0.bytes.count, complete: $0.isComplete)
            })
    }

    /// The reason why the last drag was cancelled; nil if it was not.
    var cancellation: String? {
        witness.cancellation { [compositor] in compositor.window(of: $0).map { "the window \($0.quoted)" } }
    }

    /// The window of the drop target: the highlighted one (HIG-15), or, if nothing is highlighted because the content
    /// comes from there, the one under the pointer.
    var targetWindow: Window? {
        if let window = witness.highlight.flatMap(Surface.of)?.window { return window }
        guard witness.action != .none, witness.outcome == nil, let target = witness.target else { return nil }
        return compositor.window(of: target)
    }

    /// The complete state, for a new listener.
    func beginTelling() -> SnapshotRecord {
        // Existing listeners receive pending changes first.
        tellWhatChanged()
        told = ToldRecords(windows: windowRecords, drag: dragRecord, clients: clients.map(ClientRecord.init))
        return SnapshotRecord(
            home: homePath, display: display, windows: told.windows, state: stateRecord, clients: told.clients)
    }

    /// Sends changes since the last call to the listeners. It is free if there are none.
    func tellWhatChanged() {
        guard let control, control.isListenedTo else { return }
        let clients = clients.map(ClientRecord.init)
        for client in clients where !told.clients.contains(client) { control.tell(.client(client)) }
        let windows = windowRecords
        for old in told.windows where !windows.contains(where: { $0.number == old.number }) {
            control.tell(.windowGone(old))
        }
        for window in windows {
            guard let old = told.windows.first(where: { $0.number == window.number }) else {
                control.tell(.windowMapped(window))
                continue
            }
            if old != window { control.tell(.windowChanged(window)) }
        }
        let drag = dragRecord
        if let old = told.drag, old != drag { control.tell(.drag(drag)) }
        told = ToldRecords(windows: windows, drag: drag, clients: clients)
    }

    /// The current cursor. The compositor's shape only applies while no client sets its own.
    private var cursor: String {
        switch seat.pointer.cursor {
        case .hidden: Expectation.Cursor.hidden.rawValue
        case .surface: Expectation.Cursor.client.rawValue
        case .standard: host.stage.pointerShape(of: SeatID(seat))?.names.first ?? Expectation.Cursor.default.rawValue
        }
    }

    /// Sends an announcement of a drag to the listeners.
    func tell(_ announcement: Announcement) {
        guard let control, control.isListenedTo else { return }
        let words = announcement.words { [weak self] surface in
            self?.compositor.windows.first { $0.surface.id == surface }?.title
        }
        control.tell(.announced(words))
    }

    func record(of window: Window) -> WindowRecord {
        let area = window.geometry
        return WindowRecord(
            number: numbers[window] ?? 0, title: window.title, appID: window.appID, client: owner(of: window),
            pid: window.processID, x: area.x, y: area.y, width: area.width, height: area.height,
            active: window.isActivated)
    }

    func owner(of window: Window) -> String? {
        if let name = owners[window] { return name }
        let name = ProcessTree.variable(ClientProcess.nameVariable, of: window.processID)
        owners[window] = name
        return name
    }
}
