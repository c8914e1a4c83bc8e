// SPDX-License-Identifier: MIT

import Foundation

/// `results.json`: the result for programs. Durations and times are in microseconds and say so in their names.
extension RunResult: Encodable {
    private enum Key: String, CodingKey {
        case scenario, file, verdict, problem, virtualMicroseconds, realMicroseconds, versions, held, failed, steps
    }

    /// The file's content. Throws the encoder's error.
    func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        var data = try encoder.encode(self)
        data.append(TraceFormat.newline)
        return data
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(scenario, forKey: .scenario)
        try container.encodeIfPresent(file, forKey: .file)
        try container.encode(verdict, forKey: .verdict)
        try container.encodeIfPresent(problem, forKey: .problem)
        try container.encode(virtualDuration, forKey: .virtualMicroseconds)
        try container.encode(realDuration, forKey: .realMicroseconds)
        try container.encode(versions, forKey: .versions)
        try container.encode(heldCount, forKey: .held)
        try container.encode(failures.count, forKey: .failed)
        try container.encode(steps, forKey: .steps)
    }
}

extension RunResult.Step: Encodable {
    private enum Key: String, CodingKey {
        case index, text, line, startMicroseconds, durationMicroseconds, held, outcome, reason, failures
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(index, forKey: .index)
        try container.encode(text, forKey: .text)
        try container.encodeIfPresent(line, forKey: .line)
        try container.encode(start, forKey: .startMicroseconds)
        try container.encode(duration, forKey: .durationMicroseconds)
        try container.encode(held, forKey: .held)
        try container.encode(failures, forKey: .failures)
        switch outcome {
        case .passed:
            try container.encode("passed", forKey: .outcome)
        case .failed:
            try container.encode("failed", forKey: .outcome)
        case .broken(let reason, _):
            try container.encode("broken", forKey: .outcome)
            try container.encode(reason, forKey: .reason)
        case .notReached:
            try container.encode("notReached", forKey: .outcome)
        }
    }
}
