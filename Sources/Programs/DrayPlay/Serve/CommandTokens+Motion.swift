// SPDX-License-Identifier: MIT

import DrayScenario

// The syntax of movements.

extension CommandTokens {
    /// Parses `[via PLACE]... PLACE [TIME] [easing=EASING]`; without a time, the movement is a jump.
    mutating func motion() throws(ControlMistake) -> Motion {
        let path = try via() + [try place()]
        return try motion(along: path)
    }

    /// Parses `PLACE [via PLACE]... PLACE [TIME] [easing=EASING] [button=BUTTON]`.
    /// - Parameter several: Whether several places to select may precede the last one.
    mutating func drag(ofSeveral several: Bool) throws(ControlMistake) -> Drag {
        var items = [try place()]
        while several, first != Self.passing, isPlaceNext { items.append(try place()) }
        let via = try via()
        let to: Place
        if several, via.isEmpty, items.count > 1 {
            to = items.removeLast()
        } else {
            guard !isEmpty else { throw ControlMistake(description: "the destination is missing") }
            to = try place()
        }
        let motion = try motion(along: via + [to], usually: .milliseconds(500))
        let button = try choice(of: "button", default: PointerAction.Button.left)
        return Drag(
            from: items.removeLast(), companions: items, via: via, to: to, duration: motion.duration,
            easing: motion.easing, button: button, location: motion.location)
    }

    /// Parses `FINGER PLACE... [TIME] [easing=EASING]`.
    mutating func fingerMotions() throws(ControlMistake) -> [TouchAction.FingerMotion] {
        var places: [(finger: Int, place: Place)] = []
        repeat {
            let finger = try integer("FINGER", in: 0...31)
            guard !places.contains(where: { $0.finger == finger }) else {
                throw ControlMistake(description: "finger \(finger) can only move to one place")
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

    /// The keyword before a waypoint.
    private static let passing = "via"

    private mutating func via() throws(ControlMistake) -> [Place] {
        var places: [Place] = []
        while next(amongst: [Self.passing]) != nil { places.append(try place()) }
        return places
    }

    /// Whether a place follows: there is another word, and it is neither a time nor an option `key=`.
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

    /// The value of `key=`, a case of an enumeration.
    private mutating func choice<Value>(of key: String, default fallback: Value) throws(ControlMistake) -> Value
    where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
        guard let word = value(of: key) else { return fallback }
        var words = CommandTokens([word])
        return try words.choice(key)
    }
}
