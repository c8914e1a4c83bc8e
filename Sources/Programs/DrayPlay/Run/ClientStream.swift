// SPDX-License-Identifier: MIT

/// A standard stream of a client.
enum ClientStream: String {
    case standardOutput = "stdout"
    case standardError = "stderr"
}
