// SPDX-License-Identifier: MIT

internal import CSocket
internal import Dray
internal import DrayCore
internal import FoundationEssentials
internal import Glibc

/// The socket at which Weston, sway and others let programs drag by name: `dray-access` opens it, by the number of the compositor's
/// process. What it knows is told with tabs in it.
package enum NameSocket {
    /// A connection to the compositor that listens at a display's socket; nil if that lets nobody drag by name.
    package static func connect(toCompositorOf display: String) -> Int32? {
        guard let process = try? process(listeningAt: display),
            let folder = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"]
        else { return nil }
        return try? LocalSocket.connect(to: "\(folder)/\(DragEngine.nameSocket(ofProcess: process))")
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
