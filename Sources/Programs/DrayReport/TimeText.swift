// SPDX-License-Identifier: MIT

import FoundationEssentials

/// Times formatted for display. All input is in microseconds.
enum TimeText {
    /// A time within the run: `1.204 s`.
    static func moment(_ microseconds: UInt64) -> String {
        let milliseconds = (microseconds + 500) / 1000
        return "\(milliseconds / 1000).\(padded(milliseconds % 1000, to: 3)) s"
    }

    /// A duration: `0 ms`, `12 ms`, `1.84 s`, `2 min 5 s`.
    static func duration(_ microseconds: UInt64) -> String {
        switch microseconds {
        case 0..<999_500:
            return "\((microseconds + 500) / 1000) ms"
        case 0..<59_995_000:
            let hundredths = (microseconds + 5_000) / 10_000
            return "\(hundredths / 100).\(padded(hundredths % 100, to: 2)) s"
        default:
            let seconds = (microseconds + 500_000) / 1_000_000
            return "\(seconds / 60) min \(seconds % 60) s"
        }
    }

    /// Seconds as a decimal number with six places, for machine-readable files.
    static func seconds(_ microseconds: UInt64) -> String {
        "\(microseconds / 1_000_000).\(padded(microseconds % 1_000_000, to: 6))"
    }

    private static func padded(_ number: UInt64, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
