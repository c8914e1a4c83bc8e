// SPDX-License-Identifier: MIT

import DrayCore
import DrayScenario

// Messages for failed searches by accessible name. The search itself, in `DrayCore`, produces no messages.

extension AccessMistake {
    /// The reason why there is no list of a window's content.
    var reason: String {
        switch self {
        case .noApplication: "its application is not accessible"
        case .noWindow: "its application exposes no such window to AT-SPI"
        case .alike(let count):
            "its application exposes \(count) such windows to AT-SPI, which are indistinguishable"
        case .unknownOrigin(let size):
            "AT-SPI reports \(size.width)x\(size.height), whose position in the window is unknown"
        case .noName, .several, .fewer: "no search was made in it"
        }
    }

    /// The message for the author of a scenario.
    func words(_ name: AccessName, in window: String) -> String {
        switch self {
        case .noApplication:
            "\(name.words) was not found: the application of \(window) is not accessible"
        case .noWindow:
            "\(name.words) was not found: the application of \(window) exposes no such window to AT-SPI"
        case .alike(let count):
            "\(name.words) was not found: the application of \(window) exposes \(count) such windows to AT-SPI, "
                + "which are indistinguishable unless one has keyboard focus"
        case .unknownOrigin(let size):
            "\(name.words) was not found: AT-SPI reports \(size.width)x\(size.height) for \(window), "
                + "whose position in the window is unknown"
        case .noName(let places):
            "\(name.words) was not found in \(window)"
                + Suggestion.phrase(for: name.name.value, among: places.map(\.name).filter { $0 != name.name.value })
                + (places.isEmpty
                    ? "; nothing in it has a name; use a key or a place with coordinates"
                    : "; there is \(Self.list(places))")
        case .several(let places):
            "there are \(places.count) of \(name.words) in \(window): \(Self.numbered(places)); set `number`"
        case .fewer(let places):
            "there is no \(name.words) in \(window), only \(Self.numbered(places))"
        }
    }

    private static let listLimit = 20

    private static func list(_ places: [AccessPlace]) -> String {
        VisibleText.list(places.map { "\($0.role.name) “\(VisibleText.quotable($0.name, to: 100))”" }, upTo: listLimit)
    }

    private static func numbered(_ places: [AccessPlace]) -> String {
        places.prefix(listLimit).enumerated().map { index, place in
            "\(index + 1): \(place.role.name) at \(Int(place.point.x)), \(Int(place.point.y))"
        }
        .joined(separator: ", ")
    }
}
