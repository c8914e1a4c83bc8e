// SPDX-License-Identifier: MIT

package import DrayCore

/// A step of a drag, as seen on the connection of one client. ``ProxyDrags`` combines the steps of all clients into
/// drags.
package enum DragStep: Equatable, Sendable {
    /// The client requests a drag, which the compositor may refuse.
    /// - Parameter isOld: whether the source receives no end of the drag, since its protocol version precedes actions.
    case begun(SeatName, from: StepWindow, types: Representations, isOld: Bool)
    /// The compositor has sent an event to the source, so the drag is active.
    case underWay(SeatName)
    /// The drag is over a window of this client. The outcome is nil if it is not known yet.
    case over(SeatName, StepWindow, Feedback.Outcome?)
    case left(SeatName)
    case dropped(SeatName, StepWindow)
    /// The target has finished or destroyed the offer after the drop.
    case settled(SeatName)
    case ended(SeatName, End)

    /// The end of a drag as the source sees it.
    package enum End: Equatable, Sendable {
        case finished(DragAction)
        case cancelled(afterDrop: Bool)
        /// The client destroyed the source.
        case withdrawn
    }
}

/// A window of a client, and its title.
package struct StepWindow: Hashable, Sendable {
    /// The identity, which is valid only for its own client.
    package var surface: SurfaceID
    /// The title; empty if the client has set none.
    package var title: String

    package init(surface: SurfaceID, title: String) {
        self.surface = surface
        self.title = title
    }
}

// MARK: Serialization

extension DragStep {
    /// The parts of a packet.
    var parts: [String] {
        switch self {
        case .begun(let seat, let window, let types, let isOld):
            ["begun", "\(seat)"] + window.parts + [isOld ? "1" : "0"] + types.map(\.rawValue)
        case .underWay(let seat): ["under-way", "\(seat)"]
        case .over(let seat, let window, let outcome):
            ["over", "\(seat)"] + window.parts + [outcome?.recordedName ?? ""]
        case .left(let seat): ["left", "\(seat)"]
        case .dropped(let seat, let window): ["dropped", "\(seat)"] + window.parts
        case .settled(let seat): ["settled", "\(seat)"]
        case .ended(let seat, .finished(let action)): ["finished", "\(seat)", "\(action.rawValue)"]
        case .ended(let seat, .cancelled(let afterDrop)): ["cancelled", "\(seat)", afterDrop ? "1" : "0"]
        case .ended(let seat, .withdrawn): ["withdrawn", "\(seat)"]
        }
    }

    init?(parts: [String]) {
        guard parts.count >= 2, let seat = SeatName(parts[1]) else { return nil }
        let rest = Array(parts[2...])
        switch (parts[0], rest.count) {
        case ("begun", 3...):
            guard let window = StepWindow(parts: rest) else { return nil }
            self = .begun(
                seat, from: window, types: Representations(rest[3...].map { MimeType($0) }), isOld: rest[2] == "1")
        case ("under-way", 0): self = .underWay(seat)
        case ("over", 3):
            guard let window = StepWindow(parts: rest) else { return nil }
            self = .over(seat, window, Feedback.Outcome(recordedName: rest[2]))
        case ("left", 0): self = .left(seat)
        case ("dropped", 2):
            guard let window = StepWindow(parts: rest) else { return nil }
            self = .dropped(seat, window)
        case ("settled", 0): self = .settled(seat)
        case ("finished", 1):
            guard let action = UInt32(rest[0]).flatMap(DragAction.init) else { return nil }
            self = .ended(seat, .finished(action))
        case ("cancelled", 1): self = .ended(seat, .cancelled(afterDrop: rest[0] == "1"))
        case ("withdrawn", 0): self = .ended(seat, .withdrawn)
        case (_, _): return nil
        }
    }
}

extension StepWindow {
    fileprivate var parts: [String] { ["\(surface.rawValue)", title] }

    fileprivate init?(parts: [String]) {
        guard let number = UInt64(parts[0]) else { return nil }
        self.init(surface: SurfaceID(number), title: parts[1])
    }
}
