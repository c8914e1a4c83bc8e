// SPDX-License-Identifier: MIT

import Glibc

/// The factor by which timeouts exceed those of an idle machine: `TEST_TIMEOUT_FACTOR`, which `Tests/Tools/run-tests`
/// measures at its start.
public let timeoutFactor = getenv("TEST_TIMEOUT_FACTOR").flatMap { Double(String(cString: $0)) } ?? 1

extension Duration {
    /// A timeout of a number of seconds on an idle machine.
    public static func timeout(_ seconds: Double) -> Duration { .seconds(seconds * timeoutFactor) }
}
