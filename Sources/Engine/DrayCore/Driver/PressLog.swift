// SPDX-License-Identifier: MIT

// The states of a button, pen tip or finger, and their transitions. Events that a row does not name have no effect in
// that state.
//
//   state   event                                 next
//   ------  ------------------------------------  ------
//   (none)  its press is sent to a client         held
//   held    another press is sent to a client     held    only the newer one counts
//           it is released or cancelled           (none)
//           its device is removed                 (none)
//           a drag takes it over                  (none)  its client does not receive the release

/// The presses that are held on a seat, with the clients and serials that they were sent with: only a press that is
/// still held entitles its client to begin a drag, on the surface that received the press (WL-01).
///
/// `Surface` is any type that identifies surfaces. All methods are inlinable for specialization, since every press and
/// every drag passes here.
public struct PressLog<Surface: Equatable> {
    @usableFromInline var held: [Press<Surface>] = []

    /// The maximum number of presses, more than a user's fingers and a mouse's buttons; beyond it the oldest is
    /// removed.
    @inlinable public static var limit: Int { 32 }

    @inlinable public init() {}

    @inlinable public var count: Int { held.count }

    /// Records a press that was sent to a client.
    @inlinable public mutating func pressed(_ press: Press<Surface>) {
        taken(press.device)
        if held.count == Self.limit { held.removeFirst() }
        held.append(press)
    }

    /// Handles any other input.
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

    /// Removes a button, pen tip or finger that a drag has taken over from its client, or that is released.
    @inlinable public mutating func taken(_ device: DragDevice) { held.removeAll { $0.device == device } }

    /// Returns the press that entitles its client to begin a drag on a surface; nil if none with this serial is held
    /// there.
    @inlinable public func press(serial: UInt32, on surface: Surface) -> Press<Surface>? {
        held.last { $0.serial == serial && ($0.surface == surface || $0.window == surface) }
    }

    /// Returns whether a press with this serial is held on a surface that satisfies the predicate.
    @inlinable public func holds(serial: UInt32, where isMeant: (Surface) -> Bool) -> Bool {
        held.contains { $0.serial == serial && isMeant($0.surface) }
    }
}

/// The press of a button, pen tip or finger, as sent to a client.
public struct Press<Surface: Equatable> {
    public var device: DragDevice
    /// The serial of `wl_pointer.button`, `wl_touch.down` or `zwp_tablet_tool_v2.down`.
    public var serial: UInt32
    /// The surface that the press was sent to.
    public var surface: Surface
    /// The root of that surface's tree: a toplevel's surface.
    public var window: Surface
    /// The position in global points.
    public var position: Point
    /// The container in the application that content at that position comes from.
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
