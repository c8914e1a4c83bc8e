// SPDX-License-Identifier: MIT

import DrayScenario

/// Which of the planned runs are played.
package struct RunChoice {
    /// Regular expressions, one of which is found in a run's title.
    package var titles: [String] = []
    /// One of which the scenario has.
    package var tags: [String] = []
    /// Every so-manieth run, so that several machines share the work.
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

        /// Nil where the text is no such share.
        package init?(_ text: String) {
            let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
            guard parts.count == 2, let number = parts[0], let count = parts[1], (1...10_000).contains(count),
                (1...count).contains(number)
            else { return nil }
            self.number = number
            self.count = count
        }
    }

    /// The runs that are played, in their order. Every run is in exactly one of the shards.
    package func chosen(from runs: [PlannedRun]) -> [PlannedRun] {
        let fitting = runs.filter { run in
            let title = titles.isEmpty || titles.contains { TextMatch.matches($0).holds(for: run.title) }
            return title && (tags.isEmpty || !Set(tags).isDisjoint(with: run.scenario.tags))
        }
        guard let shard else { return fitting }
        return fitting.enumerated().filter { $0.offset % shard.count == shard.number - 1 }.map(\.element)
    }
}
