// SPDX-License-Identifier: MIT

/// A regular expression that is looked for in a text in a time that grows with the length of the text, and not faster.
///
/// It knows what such expressions commonly have, looks ahead and behind among it, but not what no machine can match in
/// such a time: references to what a group has matched, and groups that never give anything back.
struct Pattern: Equatable, Sendable {
    private let program: PatternProgram
    private let looks: [PatternProgram.Look]

    /// Why a text is no pattern.
    struct Mistake: Error, Equatable {
        let text: String
    }

    init(_ source: String) throws(Mistake) {
        var parser = PatternParser(source)
        let node = try parser.parse()
        var looks: [PatternProgram.Look] = []
        do throws(PatternProgram.TooLarge) {
            program = try PatternProgram(node, looks: &looks)
        } catch {
            throw Mistake(text: "it repeats too much")
        }
        self.looks = looks
    }

    /// Whether it is found somewhere in a text.
    /// - Parameter isInterrupted: asked now and then; once it says yes, the answer is no.
    func isFound(in text: String, isInterrupted: @escaping () -> Bool = { false }) -> Bool {
        var machine = PatternMachine(text, isInterrupted: isInterrupted)
        return machine.finds(program, looks: looks) ?? false
    }
}
