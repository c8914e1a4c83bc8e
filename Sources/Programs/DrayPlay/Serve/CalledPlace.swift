// SPDX-License-Identifier: MIT

import DrayScenario

/// A place on a window that a command refers to by accessible name.
struct CalledPlace {
    let name: AccessName
    let window: String
    let anchor: Place.Anchor?

    init?(_ place: Place) {
        guard case .named(let name, let window, let anchor) = place else { return nil }
        (self.name, self.window, self.anchor) = (name, window.value, anchor)
    }
}

extension Place {
    var isNamed: Bool { CalledPlace(self) != nil }
}
