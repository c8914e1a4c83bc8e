// SPDX-License-Identifier: MIT

internal import CSocket
internal import Dray
internal import DrayCore
internal import FoundationEssentials
internal import Glibc

/// The socket through which programs drag by name in Weston, sway and other hosts. `dray-access` creates it, named
/// after the compositor's process ID. Its protocol uses tabs as separators.
package enum NameSocket {
    /// Connects to the compositor that listens at a display's socket.
    /// - Returns: Nil if there is no such compositor.
    package static func connect(toCompositorOf display: String) throws(LocalSocket.Failure) -> Int32? {
        guard let process = try? process(listeningAt: display),
            let folder = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"]
        else { return nil }
        do throws(LocalSocket.Failure) {
            return try LocalSocket.connect(to: "\(folder)/\(DragEngine.nameSocket(ofProcess: process))")
        } catch {
            throw LocalSocket.Failure(
                description: "\(error.description): the compositor of \(display) does not support drags by name; "
                    + "it does not contain Dray, or the feature is disabled")
        }
    }

    /// Whether a path is that of such a socket.
    package static func isAt(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        let number = DragEngine.nameSocket(ofProcess: 0).dropLast()
        return name.hasPrefix(number) && Int32(name.dropFirst(number.count)) != nil
    }

    /// A command in the protocol of that socket.
    package static func line(_ words: [String]) throws(ControlMistake) -> String {
        switch words.first {
        case "drag":
            var rest = CommandTokens(words.dropFirst())
            guard rest.hasOption else { break }
            return "drag\t\(try rest.namedDrag().fields)"
        case "names" where words.count <= 2: return words.joined(separator: "\t")
        case _: break
        }
        throw ControlMistake(
            description: "this compositor only supports names: `drag \(NamedDragRequest.usage)` and `names [WINDOW]`")
    }

    private static func process(listeningAt path: String) throws(LocalSocket.Failure) -> Int32? {
        let connection = try LocalSocket.connect(to: path)
        defer { close(connection) }
        let process = dray_peer_process(connection)
        return process > 0 ? process : nil
    }
}
