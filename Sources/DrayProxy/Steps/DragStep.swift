// SPDX-License-Identifier: MIT

package import DrayCore

/// A step of a drag as the process of one client knows it: what the client's own connection told, and no more. ``ProxyDrags``
/// makes whole drags of the steps of all clients.
package enum DragStep: Equatable, Sendable {
    /// The client says that it drags. Whether the compositor lets it, it will tell.
    /// - Parameter isOld: its source hears of no end, since its protocol is from before actions.
    case begun(SeatName, from: StepWindow, types: Representations, isOld: Bool)
    /// The compositor has told the source something: it does.
    case underWay(SeatName)
    /// The content is over a window of this client; nil: it has not said yet what it would do.
    case over(SeatName, StepWindow, Feedback.Outcome?)
    case left(SeatName)
    case dropped(SeatName, StepWindow)
    /// The target is done with the drop, as far as it tells.
    case settled(SeatName)
    case ended(SeatName, End)

    /// How the source hears of its end.
    package enum End: Equatable, Sendable {
        case finished(DragAction)
        case cancelled(afterDrop: Bool)
        /// The client took it back by itself.
        case withdrawn
    }
}

/// A window of one client, and what a person calls it.
package struct StepWindow: Hashable, Sendable {
    /// Known to its own client only.
    package var surface: SurfaceID
    /// Empty where the client gave it none.
    package var title: String

    package init(surface: SurfaceID, title: String) {
        self.surface = surface
        self.title = title
    }
}

// MARK: On the way from process to process

extension DragStep {
    /// As words of a packet.
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
