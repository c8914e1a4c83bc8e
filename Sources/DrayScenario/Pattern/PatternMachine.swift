// SPDX-License-Identifier: MIT

/// Runs a program over a text, following all ways through it at once: a character costs as much as the program is long
/// at most, whatever the pattern.
struct PatternMachine {
    private let text: [Unicode.Scalar]
    private var tables: [[Bool]] = []
    /// Asked now and then whether to give up.
    private let isInterrupted: () -> Bool
    private var stepsLeft = stepsBetweenQuestions
    /// Kept, since it is needed for every character.
    private var open: [Int] = []

    private static let stepsBetweenQuestions = 1 << 20

    init(_ text: String, isInterrupted: @escaping () -> Bool) {
        self.text = Array(text.unicodeScalars)
        self.isInterrupted = isInterrupted
    }

    /// Whether the program is found anywhere; nil if it was interrupted.
    mutating func finds(_ program: PatternProgram, looks: [PatternProgram.Look]) -> Bool? {
        for look in looks {
            var table = [Bool](repeating: false, count: text.count + 1)
            guard
                run(
                    look.program, fromEnd: look.isAhead,
                    found: {
                        table[$0] = true; return false
                    })
            else { return nil }
            tables.append(table)
        }
        var isFound = false
        guard
            run(
                program, fromEnd: false,
                found: { _ in
                    isFound = true; return true
                })
        else { return nil }
        return isFound
    }

    /// The instructions that are gone on with at one place, each once.
    private struct States {
        var list: [Int] = []
        private var isIn: [Bool]

        init(count: Int) {
            isIn = [Bool](repeating: false, count: count)
        }

        mutating func insert(_ state: Int) -> Bool {
            guard !isIn[state] else { return false }
            isIn[state] = true
            list.append(state)
            return true
        }

        mutating func removeAll() {
            for state in list { isIn[state] = false }
            list.removeAll(keepingCapacity: true)
        }
    }

    /// - Parameter found: called with each place at which a way is at its end; true ends the run.
    /// - Returns: false if it was interrupted.
    private mutating func run(_ program: PatternProgram, fromEnd: Bool, found: (Int) -> Bool) -> Bool {
        var now = States(count: program.code.count)
        var next = States(count: program.code.count)
        for step in 0...text.count {
            let place = fromEnd ? text.count - step : step
            // A way begins at each place.
            enter(0, at: place, program, &now)
            stepsLeft -= now.list.count
            if stepsLeft < 0 {
                if isInterrupted() { return false }
                stepsLeft = Self.stepsBetweenQuestions
            }
            let scalar: Unicode.Scalar? =
                step == text.count ? nil : text[fromEnd ? place - 1 : place]
            var isAtEnd = false
            for state in now.list {
                switch program.code[state] {
                case .match: isAtEnd = true
                case .scalar(let set):
                    if let scalar, set.contains(scalar) {
                        enter(state + 1, at: fromEnd ? place - 1 : place + 1, program, &next)
                    }
                case .split, .jump, .anchor, .look: break  // Followed when it was entered.
                }
            }
            if isAtEnd, found(place) { return true }
            swap(&now, &next)
            next.removeAll()
        }
        return true
    }

    /// Goes on at an instruction, and wherever that leads without a character.
    private mutating func enter(_ state: Int, at place: Int, _ program: PatternProgram, _ states: inout States) {
        open.append(state)
        while let state = open.popLast() {
            guard states.insert(state) else { continue }
            switch program.code[state] {
            case .scalar, .match: break
            case .jump(let target): open.append(target)
            case .split(let one, let other):
                open.append(other)
                open.append(one)
            case .anchor(let anchor):
                let before = place > 0 ? text[place - 1] : nil
                let after = place < text.count ? text[place] : nil
                if anchor.holds(before: before, after: after, isLast: place + 1 == text.count) {
                    open.append(state + 1)
                }
            case .look(let number, let isNegated):
                if tables[number][place] != isNegated { open.append(state + 1) }
            }
        }
    }
}
