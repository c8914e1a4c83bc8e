// SPDX-License-Identifier: MIT

import DrayCore

/// A window, as the JSON of the control socket tells of it. Lengths are logical pixels of the screen.
struct WindowRecord: Codable, Equatable {
    /// By which commands name it, as `#2`. No two windows of a session have the same.
    var number: Int
    var title: String
    var appID: String
    /// The name of the program that it belongs to; nil for one that was not started here.
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
    /// The first drag is 1; 0 if there was none.
    var number: Int
    var state: State
    /// Why it was cancelled, for people; nil where it was not.
    var reason: String?
    /// Whether it was dropped on something that takes it. One that is under way all the same waits for its target.
    var dropped: Bool
    /// What a drop would do now, or did: `copy`, `move`, `ask` or `none`.
    var action: String
    /// What the pointer shows: `none`, `plus`, `not-allowed`, or how many items there are.
    var badge: String
    /// The number of the window that would take the content.
    var target: Int?
    /// How often a target has read before it had answered.
    var earlyReads: Int
    /// What targets have read of it.
    var reads: [Read]

    private enum CodingKeys: String, CodingKey {
        case number, state, reason, dropped, action, badge, target, earlyReads = "early_reads", reads
    }

    enum State: String, Codable {
        case none
        case underWay = "under-way"
        case finished, cancelled
    }

    /// One read, of one type.
    struct Read: Codable, Equatable {
        var type: String
        var bytes: Int
        /// Whether the target has got everything.
        var complete: Bool
    }
}

/// Pointer, modifiers and the drag, as they are now.
struct StateRecord: Codable, Equatable {
    var pointer: Position
    /// The pointer's shape as a person sees it: a name, `client` for a picture of a program's own, or `hidden`.
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
    /// With which it exited.
    var status: Int32?
    /// By which it was killed.
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

/// A line that a program has written.
struct OutputRecord: Codable, Equatable {
    var client: String
    /// `stdout` or `stderr`.
    var stream: String
    var text: String
}

/// Something that a window shows to assistive technology. Lengths are logical pixels, from the window's upper left corner.
struct ObjectRecord: Codable, Equatable {
    /// As AT-SPI calls it.
    var role: String
    var name: String
    /// What stands in it, where something does; the beginning of a long one.
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

/// Everything that one who begins to listen has to know.
struct SnapshotRecord: Codable, Equatable {
    /// Goes up when a listener of before would not understand what it is told.
    var version = 1
    /// The clients' home; nil where they have that of whoever serves.
    var home: String?
    /// `DISPLAY` of the clients; nil where there is no X server.
    var display: String?
    var windows: [WindowRecord]
    var state: StateRecord
    var clients: [ClientRecord]
}

/// What a command has to tell besides that it went well.
enum ControlRecord: Equatable {
    case windows([WindowRecord])
    case objects([ObjectRecord])
    case state(StateRecord)
    case drag(DragStatus)
    case client(ClientRecord)
    case snapshot(SnapshotRecord)
}

/// What those who listen are told as it happens.
enum ControlEvent: Equatable {
    case windowMapped(WindowRecord)
    case windowChanged(WindowRecord)
    case windowGone(WindowRecord)
    case drag(DragStatus)
    case client(ClientRecord)
    case output(OutputRecord)
    /// A step of a drag, in words for assistive technology.
    case announced(String)
}
