// SPDX-License-Identifier: MIT

import Glibc

/// A report that the host left out, so that a client's drag was lost.
public enum HostMistake: Hashable, Sendable {
    /// A client bound a data device or requested a drag, and the engine has no host: ``DragEngine/host`` is weak.
    case noHost
    /// A client requested a drag, and the host has never reported a press with ``DragSeat/pressed(_:)``.
    case pressNotReported
    /// A client requested a drag with the serial of a press that is still held, and that press was reported for another
    /// of its surfaces, with another `Press.window`; no drag has begun yet.
    case pressOnAnotherSurface
    /// A client's content was released, and the host had never reported what is under it, with
    /// ``DragSeat/pointerMoved(to:at:)`` or ``DragSeat/focus(_:at:)``.
    case positionNotReported
}

extension HostMistake: CustomStringConvertible {
    /// The consequence, and the call that is missing.
    public var description: String {
        switch self {
        case .noHost: "a client cannot drag: DragEngine.host is nil; it is weak, so the compositor holds its host"
        case .pressNotReported:
            "a drag was refused: no press was reported for its client; call DragSeat.pressed for each press that a "
                + "client is sent"
        case .pressOnAnotherSurface:
            "a drag was refused: its press was reported for another surface; Press.window is the root of the surface "
                + "tree"
        case .positionNotReported:
            "a drag was lost: nothing was reported under its content; call DragSeat.pointerMoved or DragSeat.focus in "
                + "dragBegan and for each motion"
        }
    }

    /// Writes a line to standard error, for a host without a log.
    func write() {
        var line = Array("dray: the host's mistake: \(self)\n".utf8)
        _ = Glibc.write(STDERR_FILENO, &line, line.count)
    }
}
