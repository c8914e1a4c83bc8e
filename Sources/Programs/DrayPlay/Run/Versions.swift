// SPDX-License-Identifier: MIT

import FoundationEssentials

/// The versions of the software involved in a run, for reports.
package enum Versions {
    /// The version of Dray.
    package static let dray = "0.1.0"

    static var all: [String: String] {
        ["dray": dray, "system": system]
    }

    /// The system's name: "Debian GNU/Linux 12 (bookworm)".
    private static var system: String {
        let text = (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)) ?? ""
        let name = text.split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }
        return name.map { $0.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" } } ?? "Linux"
    }
}
