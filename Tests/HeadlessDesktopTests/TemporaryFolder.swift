// SPDX-License-Identifier: MIT

import Foundation

/// A folder that only its owner may read, with everything in it as long as this value lives.
struct TemporaryFolder: ~Copyable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("dray-headless-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
