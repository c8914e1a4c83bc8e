// SPDX-License-Identifier: MIT

import Glibc

/// By how much a test waits longer than on an idle machine: `TEST_TIMEOUT_FACTOR`, which `Tests/run-tests` measures at its start.
public let timeoutFactor = getenv("TEST_TIMEOUT_FACTOR").flatMap { Double(String(cString: $0)) } ?? 1

extension Duration {
    /// How long a test waits for what must happen, in seconds of an idle machine.
    public static func timeout(_ seconds: Double) -> Duration { .seconds(seconds * timeoutFactor) }
}
