// SPDX-License-Identifier: MIT

import DrayAccess
import DrayCore
import Glibc
import WaylandServer

/// Lets programs of the same user drag by name, and list names, at a socket of `dray-access` (HIG-33). Driving a drag
/// controls the user's pointer, so `dray-access` refuses other users and programs in sandboxes, all requests are
/// refused while the session is locked, and every such drag is announced.
final class DragByNameService: HelperListener {
    let helper: HelperSupervisor
    /// The path of the socket.
    let path: String
    private let link: EngineLink

    /// The maximum length of an answer's line in bytes; longer lines are truncated.
    private static let lineLimit = 3000
    /// The maximum number of listed objects.
    private static let nameLimit = 1000

    init?(_ helper: HelperSupervisor, path: String, link: EngineLink) {
        self.helper = helper
        self.path = path
        self.link = link
        guard helper.add(self) else { return nil }
    }

    var standing: AccessRequest? { .serveNames(path) }

    deinit {
        // The helper may continue to run for other users of it.
        helper.send(.serveNames(nil))
        // If it exits, it has no time to remove the socket.
        unlink(path)
    }

    func hear(_ event: AccessHelper.Event) {
        switch event {
        case .said(.asked(let number, let line)): answer(line, to: number)
        case .said(.setting), .said(.listens), .said(.quiet), .said(.application), .said(.object), .said(.text),
            .said(.done), .said(.documents), .said(.handed), .ended:
            break
        }
    }

    private func answer(_ line: String, to number: UInt32) {
        guard let seat = link.engine?.seats.min(by: { $0.key.rawValue < $1.key.rawValue })?.value else {
            return refuse(number, "there is no seat")
        }
        let words = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
        let rest = words.count > 1 ? words[1] : ""
        switch words.first {
        case "drag":
            let request: NamedDragRequest
            do throws(NamedDragRequest.Mistake) { request = try NamedDragRequest(fields: rest) } catch {
                return refuse(number, error.words)
            }
            seat.drag(request) { [weak self] end in
                guard let self else { return }
                switch end {
                case .dropped: say(number, "ok")
                case .notFound, .notDraggable, .refused, .takenOver, .interrupted, .busy, .locked, .notPossible:
                    refuse(number, end.words)
                }
            }
        case "names":
            guard link.host?.isLocked(seat.id) != true else {
                return refuse(number, DragSeat.NamedDragEnd.locked.words)
            }
            seat.listNames(in: rest.isEmpty ? nil : String(rest)) { [weak self] found in
                guard let self else { return }
                switch found {
                case .success(let windows):
                    for place in windows.flatMap(\.places).prefix(Self.nameLimit) { say(number, "= \(place.words)") }
                    say(number, "ok")
                case .failure(let mistake): refuse(number, mistake.words)
                }
            }
        case _: refuse(number, "unknown command; only drag and names are supported")
        }
    }

    private func refuse(_ number: UInt32, _ reason: String) { say(number, "error \(reason)") }

    private func say(_ number: UInt32, _ line: String) {
        var bytes = 0
        let shown = VisibleText.singleLine(line).unicodeScalars.prefix { scalar in
            bytes += UTF8.width(scalar)
            return bytes <= Self.lineLimit
        }
        helper.send(.answer(number, String(String.UnicodeScalarView(shown))))
    }
}
