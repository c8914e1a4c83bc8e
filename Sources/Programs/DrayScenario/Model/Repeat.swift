// SPDX-License-Identifier: MIT

/// Steps that are repeated. It exists only in files: the scenario contains the steps of every round in sequence, so
/// that their order is checked and the report shows the round of a failure.
struct Repeat {
    /// The steps of all rounds.
    let steps: [Step]

    private static let most = 1000

    static let shape = Shape<Repeat>.record { keys in
        let times = keys.required("times", "The number of rounds, 1 to \(most).", .integer(in: 1...most))
        let steps = keys.required(
            "steps", "The steps of each round; the number of the round is appended to names of pictures, `name-1`.",
            Shape<[[Step]]>.list(of: Step.round, minimum: 1).map { Array($0.joined()) })
        guard let times, let steps, times * steps.count <= Step.limit else {
            if let times, let steps {
                keys.reading?.report(
                    "there are too many steps", at: keys.location,
                    help: "at most \(Step.limit), and these are \(times * steps.count)")
            }
            return nil
        }
        var all: [Step] = []
        for round in 1...times {
            for step in steps {
                guard let step = step.inRound(round, keys.reading) else { return nil }
                all.append(step)
            }
        }
        return Repeat(steps: all)
    }
    .named("repeat")
}

extension Step {
    /// The step as part of a round, counted from 1. Pictures get a distinct name per round; if another picture already
    /// has that name, reports it and returns nil.
    fileprivate func inRound(_ round: Int, _ reading: Reading?) -> Step? {
        guard case .picture(var picture) = action else { return self }
        picture.name.value += "-\(round)"
        guard reading?.declare(.picture, picture.name) != false else { return nil }
        return Step(action: .picture(picture), location: location)
    }
}
