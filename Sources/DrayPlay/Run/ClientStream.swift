// SPDX-License-Identifier: MIT

/// Where a client writes to.
enum ClientStream: String {
    case standardOutput = "stdout"
    case standardError = "stderr"
}
