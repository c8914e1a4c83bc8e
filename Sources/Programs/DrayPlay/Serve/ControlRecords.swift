// SPDX-License-Identifier: MIT

import DrayCore

/// A window in the JSON of the control socket. Lengths are in logical pixels of the screen.
struct WindowRecord: Codable, Equatable {
    /// The number in commands, as in `#2`; unique within the session.
    var number: Int
    var title: String
    var appID: String
    /// The name of the program that it belongs to; nil for a program that was not started here.
    var client: String?
    var pid: Int32
    var x: Double
    var y: Double
    var width: Double
    var height: Double
    var active: Bool

    private enum CodingKeys: String, CodingKey {
        case number, title, appID = "app_id", client, pid, x, y, width, height, active
    }
}

/// The last drag of a session.
struct DragStatus: Codable, Equatable {
    /// The number of the drag, from 1; 0 if there was none.
    var number: Int
    var state: State
    /// A description of why it was cancelled; nil if it was not.
    var reason: String?
    /// Whether it was dropped on a target that accepts it. If it is still in progress then, the target has not
    /// finished.
    var dropped: Bool
    /// The current action, or the final one: `copy`, `move`, `ask` or `none`.
    var action: String
    /// The badge: `none`, `plus`, `not-allowed`, or the number of items.
    var badge: String
    /// The number of the drop target's window.
    var target: Int?
    /// The number of reads before the target answered the offer.
    var earlyReads: Int
    /// The reads of the drag's targets.
    var reads: [Read]

    private enum CodingKeys: String, CodingKey {
        case number, state, reason, dropped, action, badge, target, earlyReads = "early_reads", reads
    }

    enum State: String, Codable {
        case none
        case underWay = "under-way"
        case finished, cancelled
    }

    /// A read of one type.
    struct Read: Codable, Equatable {
        var type: String
        var bytes: Int
        /// Whether the target has received the complete data.
        var complete: Bool
    }
}

/// The current pointer, modifiers and drag.
struct StateRecord: Codable, Equatable {
    var pointer: Position
    /// The visible pointer shape: a name, `client` for a client's own cursor image, or `hidden`.
    var cursor: String
    var modifiers: [String]
    var drag: DragStatus

    /// In logical pixels of the screen.
    struct Position: Codable, Equatable {
        var x: Double
        var y: Double
    }
}

/// A program that was started here.
struct ClientRecord: Codable, Equatable {
    var name: String
    var pid: Int32
    var state: State
    /// The exit status.
    var status: Int32?
    /// The signal that killed it.
    var signal: Int32?

    enum State: String, Codable {
        case running, exited, killed
    }

    init(_ client: ClientProcess) {
        (name, pid) = (client.name, client.processID)
        switch client.state {
        case .running: state = .running
        case .exited(let status): (state, self.status) = (.exited, status)
        case .killed(let signal): (state, self.signal) = (.killed, signal)
        }
    }
}

/// A line of a program's output.
struct OutputRecord: Codable, Equatable {
    var client: String
    /// The stream: `stdout` or `stderr`.
    var stream: String
    var text: String
}

/// An accessible object in a window. Lengths are in logical pixels, relative to the window's upper left corner.
struct ObjectRecord: Codable, Equatable {
    /// The AT-SPI role.
    var role: String
    var name: String
    /// The text content, if any, truncated if long.
    var text: String?
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    init(_ place: AccessPlace) {
        (role, name, text) = (place.role.name, place.name, place.text.isEmpty ? nil : place.text)
        (x, y, width, height) = (place.area.x, place.area.y, place.area.width, place.area.height)
    }
}

/// The initial state that a new listener receives.
struct SnapshotRecord: Codable, Equatable {
    /// The version of the format; incremented by incompatible changes.
    var version = 1
    /// The clients' home; nil if they use that of the serving user.
    var home: String?
    /// The clients' `DISPLAY`; nil if there is no X server.
    var display: String?
    var windows: [WindowRecord]
    var state: StateRecord
    var clients: [ClientRecord]
}

/// The data in a successful answer.
enum ControlRecord: Equatable {
    case windows([WindowRecord])
    case objects([ObjectRecord])
    case state(StateRecord)
    case drag(DragStatus)
    case client(ClientRecord)
    case snapshot(SnapshotRecord)
}

/// An event for listeners.
enum ControlEvent: Equatable {
    case windowMapped(WindowRecord)
    case windowChanged(WindowRecord)
    case windowGone(WindowRecord)
    case drag(DragStatus)
    case client(ClientRecord)
    case output(OutputRecord)
    /// The announcement of a step of a drag, for assistive technology.
    case announced(String)
}
