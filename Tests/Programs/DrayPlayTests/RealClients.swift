// SPDX-License-Identifier: MIT

import Foundation
import Repository

/// Scenarios with the toolkits' programs in `Tests/Support/Clients`.
enum RealClients {
    /// The folder of the programs.
    static let folder = Repository.clients

    /// A window with draggable text, and a window that accepts text.
    /// - Parameters:
    ///   - mark: An argument of both programs, which identifies remaining processes.
    ///   - head: Additional lines before the clients.
    static func scenario(
        from source: String, to target: String, mark: String, head: String = "output: {size: 960x600}",
        targetPosition: String = "[520, 120]", steps: String
    ) -> String {
        """
        name: test
        \(head)
        clients:
          source:
            command: [/usr/bin/python3, "\(folder)/\(source)-dnd.py", --role, source, --title, Source, --app-id,
              "\(mark).source", --text, a note]
            windows: {source: {title: Source, position: [60, 120], size: 380x360}}
          target:
            command: [/usr/bin/python3, "\(folder)/\(target)-dnd.py", --role, target, --title, Target, --app-id,
              "\(mark).target"]
            windows: {target: {title: Target, position: \(targetPosition), size: 380x360}}
        steps:
        \(steps)
        """
    }

    /// Steps that pick the text up with the pointer.
    static let pickUp = """
          - pointer: {move: {to: {window: source}}}
          - pointer: {press: left}
          - pointer: {move: {to: {window: source, at: [60%, 55%]}, duration: 200ms}}
          - wait: {event: {client: source, name: wl_data_device.enter}}
        """
}
