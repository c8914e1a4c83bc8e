// SPDX-License-Identifier: MIT

import DrayScenario

/// The selection of planned runs.
package struct RunChoice {
    /// Regular expressions, at least one of which must match a run's title.
    package var titles: [String] = []
    /// Tags, at least one of which the scenario must have.
    package var tags: [String] = []
    /// The share of the runs to play, for distributing work over several machines.
    package var shard: Shard?

    package init(titles: [String], tags: [String], shard: Shard?) {
        self.titles = titles
        self.tags = tags
        self.shard = shard
    }

    /// A share of the runs, written `3/8`: the third of eight machines.
    package struct Shard: Equatable, Sendable {
        package let number: Int
        package let count: Int

        /// Parses a share; returns nil if the text is invalid.
        package init?(_ text: String) {
            let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
            guard parts.count == 2, let number = parts[0], let count = parts[1], (1...10_000).contains(count),
                (1...count).contains(number)
            else { return nil }
            self.number = number
            self.count = count
        }
    }

    /// The selected runs, in order. Every run belongs to exactly one shard.
    package func chosen(from runs: [PlannedRun]) -> [PlannedRun] {
        let fitting = runs.filter { run in
            let title = titles.isEmpty || titles.contains { TextMatch.matches($0).holds(for: run.title) }
            return title && (tags.isEmpty || !Set(tags).isDisjoint(with: run.scenario.tags))
        }
        guard let shard else { return fitting }
        return fitting.enumerated().filter { $0.offset % shard.count == shard.number - 1 }.map(\.element)
    }
}
