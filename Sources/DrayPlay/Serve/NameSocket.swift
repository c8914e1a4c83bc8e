// SPDX-License-Identifier: MIT

internal import CSocket
internal import Dray
internal import DrayCore
internal import FoundationEssentials
internal import Glibc

/// The socket at which Weston, sway and others let programs drag by name: `dray-access` opens it, by the number of the compositor's
/// process. What it knows is told with tabs in it.
package enum NameSocket {
    /// A connection to the compositor that listens at a display's socket.
    /// - Returns: nil if nobody listens there.
    package static func connect(toCompositorOf display: String) throws(LocalSocket.Failure) -> Int32? {
        guard let process = try? process(listeningAt: display),
            let folder = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"]
        else { return nil }
        do throws(LocalSocket.Failure) {
            return try LocalSocket.connect(to: "\(folder)/\(DragEngine.nameSocket(ofProcess: process))")
        } catch {
            throw LocalSocket.Failure(
                description: "\(error.description): the compositor of \(display) lets nobody drag by name; "
                    + "Dray is not in it, or this is switched off")
        }
    }

    /// Whether a path is that of such a socket.
    package static func isAt(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        let number = DragEngine.nameSocket(ofProcess: 0).dropLast()
        return name.hasPrefix(number) && Int32(name.dropFirst(number.count)) != nil
    }

    /// The words of a command, as that socket wants them.
    package static func line(_ words: [String]) throws(ControlMistake) -> String {
        switch words.first {
        case "drag":
            var rest = ControlWords(words.dropFirst())
            guard rest.hasOption else { break }
            return "drag\t\(try rest.namedDrag().fields)"
        case "names" where words.count <= 2: return words.joined(separator: "\t")
        case _: break
        }
        throw ControlMistake(
            description: "this compositor knows names alone: `drag \(NamedDragRequest.usage)` and `names [WINDOW]`")
    }

    private static func process(listeningAt path: String) throws(LocalSocket.Failure) -> Int32? {
        let connection = try LocalSocket.connect(to: path)
        defer { close(connection) }
        let process = dray_peer_process(connection)
        return process > 0 ? process : nil
    }
}
