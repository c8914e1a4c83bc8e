// SPDX-License-Identifier: MIT

package import FoundationEssentials

/// `results.json`: the machine-readable result. Times are in microseconds, as the names of the keys say; those of steps
/// are scenario time, except `realMicroseconds`.
extension RunResult: Codable {
    private enum Key: String, CodingKey {
        case scenario, file, verdict, problem, virtualMicroseconds, realMicroseconds, versions, shows, held, failed,
            attempts, settings, skipped, video, steps
    }

    /// The file's content. Throws the encoder's error.
    package func json() throws -> Data {
        Data((try JSONText.write(self, isIndented: true) + "\n").utf8)
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            scenario: try container.decode(String.self, forKey: .scenario),
            file: try container.decodeIfPresent(String.self, forKey: .file),
            virtualDuration: try container.decode(UInt64.self, forKey: .virtualMicroseconds),
            realDuration: try container.decode(UInt64.self, forKey: .realMicroseconds),
            versions: try container.decode([String: String].self, forKey: .versions),
            steps: try container.decode([Step].self, forKey: .steps),
            problem: try container.decodeIfPresent(String.self, forKey: .problem))
        skipReason = try container.decodeIfPresent(String.self, forKey: .skipped)
        video = try container.decodeIfPresent(String.self, forKey: .video)
        attempts = try container.decodeIfPresent(Int.self, forKey: .attempts) ?? 1
        settings = try container.decodeIfPresent([String: String].self, forKey: .settings) ?? [:]
        shows = try container.decodeIfPresent([Showing].self, forKey: .shows) ?? []
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(skipReason, forKey: .skipped)
        try container.encodeIfPresent(video, forKey: .video)
        if attempts > 1 { try container.encode(attempts, forKey: .attempts) }
        if !settings.isEmpty { try container.encode(settings, forKey: .settings) }
        if !shows.isEmpty { try container.encode(shows, forKey: .shows) }
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

extension RunResult.Step: Codable {
    private enum Key: String, CodingKey {
        case index, text, line, file, startMicroseconds, durationMicroseconds, realMicroseconds, held, outcome, reason,
            failures
    }

    private enum Word: String, Codable {
        case passed, failed, broken, notReached
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let failures = try container.decode([RunResult.Failure].self, forKey: .failures)
        let outcome: RunResult.Outcome =
            switch try container.decode(Word.self, forKey: .outcome) {
            case .passed: .passed
            case .failed: .failed(failures)
            case .broken: .broken(reason: try container.decode(String.self, forKey: .reason), failures: failures)
            case .notReached: .notReached
            }
        self.init(
            index: try container.decode(Int.self, forKey: .index),
            text: try container.decode(String.self, forKey: .text),
            line: try container.decodeIfPresent(Int.self, forKey: .line),
            file: try container.decodeIfPresent(String.self, forKey: .file),
            start: try container.decode(UInt64.self, forKey: .startMicroseconds),
            duration: try container.decode(UInt64.self, forKey: .durationMicroseconds),
            held: try container.decode(Int.self, forKey: .held), outcome: outcome)
        realDuration = try container.decodeIfPresent(UInt64.self, forKey: .realMicroseconds) ?? 0
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(index, forKey: .index)
        try container.encode(text, forKey: .text)
        try container.encodeIfPresent(line, forKey: .line)
        try container.encodeIfPresent(file, forKey: .file)
        try container.encode(start, forKey: .startMicroseconds)
        try container.encode(duration, forKey: .durationMicroseconds)
        try container.encode(realDuration, forKey: .realMicroseconds)
        try container.encode(held, forKey: .held)
        try container.encode(failures, forKey: .failures)
        switch outcome {
        case .passed:
            try container.encode(Word.passed, forKey: .outcome)
        case .failed:
            try container.encode(Word.failed, forKey: .outcome)
        case .broken(let reason, _):
            try container.encode(Word.broken, forKey: .outcome)
            try container.encode(reason, forKey: .reason)
        case .notReached:
            try container.encode(Word.notReached, forKey: .outcome)
        }
    }
}
