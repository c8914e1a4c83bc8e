// SPDX-License-Identifier: MIT

// The states of a button, tip or finger, and what leads from one to the next. Events that a row does not name change nothing
// there.
//
//   state   event                             next
//   ------  --------------------------------  ------
//   (none)  a client is told of its press     held
//   held    a client is told of another       held    only the newer counts
//           it is let go, or called off       (none)
//           its device is gone                (none)
//           a drag takes it                   (none)  its client never hears of the release

/// What is held down on a seat, and which client was told of it by which serial: only a press that still holds entitles its
/// client to begin a drag, on the surface that it was told of (WL-01).
///
/// `Surface` is whatever surfaces are told apart by. All can be inlined where that is known, so that it is asked of no table as
/// every press and every drag passes here.
public struct PressLog<Surface: Equatable> {
    @usableFromInline var held: [Press<Surface>] = []

    /// More than a person has fingers and a mouse has buttons; beyond it the oldest is forgotten.
    @inlinable public static var limit: Int { 32 }

    @inlinable public init() {}

    @inlinable public var count: Int { held.count }

    /// A client was told of a press.
    @inlinable public mutating func pressed(_ press: Press<Surface>) {
        taken(press.device)
        if held.count == Self.limit { held.removeFirst() }
        held.append(press)
    }

    /// What devices do otherwise.
    @inlinable public mutating func handle(_ input: DriverInput) {
        guard !held.isEmpty else { return }
        switch input {
        case .pointerButton(let button, .released): taken(.pointer(button: button))
        case .penButton(let button, .released): taken(.pen(button: button))
        case .finger(let finger, .up), .finger(let finger, .cancelled): taken(.finger(finger))
        case .deviceGone(let kind): held.removeAll { $0.device.kind == kind }
        case .pointerButton(_, .pressed), .penButton(_, .pressed), .finger(_, .down), .finger(_, .moved), .key,
            .keyboardGone:
            break
        }
    }

    /// A drag has taken a button, tip or finger away from its client; or it is none any more.
    @inlinable public mutating func taken(_ device: DragDevice) { held.removeAll { $0.device == device } }

    /// The press that a request to begin a drag on a surface stands on; nil if none of that serial holds there.
    @inlinable public func press(serial: UInt32, on surface: Surface) -> Press<Surface>? {
        held.last { $0.serial == serial && ($0.surface == surface || $0.window == surface) }
    }

    /// Whether something that was told by this serial is held, on a surface of which this holds.
    @inlinable public func holds(serial: UInt32, where isMeant: (Surface) -> Bool) -> Bool {
        held.contains { $0.serial == serial && isMeant($0.surface) }
    }
}

/// A button, tip or finger that went down, as a client was told of it.
public struct Press<Surface: Equatable> {
    public var device: DragDevice
    /// Of `wl_pointer.button`, `wl_touch.down` or `zwp_tablet_tool_v2.down`.
    public var serial: UInt32
    /// The one whose client was told.
    public var surface: Surface
    /// The root of that surface's tree: a toplevel's.
    public var window: Surface
    /// Where, in global points.
    public var position: Point
    /// The part of the application that content at that point comes from.
    public var container: ContainerID

    @inlinable public init(
        device: DragDevice, serial: UInt32, surface: Surface, window: Surface, position: Point, container: ContainerID
    ) {
        self.device = device
        self.serial = serial
        self.surface = surface
        self.window = window
        self.position = position
        self.container = container
    }
}

extension PressLog: Sendable where Surface: Sendable {}
extension Press: Sendable where Surface: Sendable {}
