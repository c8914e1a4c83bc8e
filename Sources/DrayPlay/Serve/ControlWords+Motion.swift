// SPDX-License-Identifier: MIT

import DrayScenario

// Movements, as they are written.

extension ControlWords {
    /// `[via PLACE]... PLACE [TIME] [easing=EASING]`; without a time it jumps.
    mutating func motion() throws(ControlMistake) -> Motion {
        let path = try via() + [try place()]
        return try motion(along: path)
    }

    /// `PLACE [via PLACE]... PLACE [TIME] [easing=EASING] [button=BUTTON]`.
    /// - Parameter several: whether several places may come before the last, which are selected.
    mutating func drag(ofSeveral several: Bool) throws(ControlMistake) -> Drag {
        var items = [try place()]
        while several, first != Self.passing, isPlaceNext { items.append(try place()) }
        let via = try via()
        let to: Place
        if several, via.isEmpty, items.count > 1 {
            to = items.removeLast()
        } else {
            guard !isEmpty else { throw ControlMistake(description: "where to is missing") }
            to = try place()
        }
        let motion = try motion(along: via + [to], usually: .milliseconds(500))
        let button = try choice(of: "button", default: PointerAction.Button.left)
        return Drag(
            from: items.removeLast(), companions: items, via: via, to: to, duration: motion.duration,
            easing: motion.easing, button: button, location: motion.location)
    }

    /// `FINGER PLACE... [TIME] [easing=EASING]`.
    mutating func fingerMotions() throws(ControlMistake) -> [TouchAction.FingerMotion] {
        var places: [(finger: Int, place: Place)] = []
        repeat {
            let finger = try integer("FINGER", in: 0...31)
            guard !places.contains(where: { $0.finger == finger }) else {
                throw ControlMistake(description: "finger \(finger) goes to one place only")
            }
            places.append((finger, try place()))
        } while isPlaceNext
        let shared = try motion(along: [])
        return places.map { entry in
            var motion = shared
            motion.path = [entry.place]
            return TouchAction.FingerMotion(finger: entry.finger, motion: motion)
        }
    }

    /// What stands before a place that is passed on the way.
    private static let passing = "via"

    private mutating func via() throws(ControlMistake) -> [Place] {
        var places: [Place] = []
        while next(amongst: [Self.passing]) != nil { places.append(try place()) }
        return places
    }

    /// Whether there is more, and it is neither a time nor says what it is for.
    private var isPlaceNext: Bool {
        var rest = self
        return rest.nextName() != nil
    }

    private mutating func motion(
        along path: [Place], usually duration: Duration = .zero
    ) throws(ControlMistake) -> Motion {
        let duration = self.duration() ?? duration
        let easing = try choice(of: "easing", default: Motion.Easing.easeInOut)
        return Motion(path: path, duration: duration, easing: easing, location: Location(1, 1))
    }

    /// What stands behind `key=`, one of the words of an enumeration.
    private mutating func choice<Value>(of key: String, default fallback: Value) throws(ControlMistake) -> Value
    where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
        guard let word = value(of: key) else { return fallback }
        var words = ControlWords([word])
        return try words.choice(key)
    }
}
