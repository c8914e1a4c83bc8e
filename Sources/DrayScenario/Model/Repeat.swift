// SPDX-License-Identifier: MIT

/// Steps that happen several times in a row. Only the file knows of it: the scenario has every round's steps, one after
/// another, so that the order of all of them is checked, and the report tells in which round something went wrong.
struct Repeat {
    /// Of all rounds.
    let steps: [Step]

    private static let most = 1000

    static let shape = Shape<Repeat>.record { keys in
        let times = keys.required("times", "How often, 1 to \(most).", .integer(in: 1...most))
        let steps = keys.required(
            "steps", "What happens in each round; a picture's name gets the round's number, `name-1`.",
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
    /// The step as it is in one of several rounds, from 1. A picture has a name of its own in each of them; nil where
    /// another picture has that already, which is reported.
    fileprivate func inRound(_ round: Int, _ reading: Reading?) -> Step? {
        guard case .picture(var picture) = action else { return self }
        picture.name.value += "-\(round)"
        guard reading?.declare(.picture, picture.name) != false else { return nil }
        return Step(action: .picture(picture), location: location)
    }
}
