// SPDX-License-Identifier: MIT

import DrayCore
import DrayScenario

// Why something was not found by its name, for people. The search itself, in `DrayCore`, has no sentences.

extension AccessMistake {
    /// Why there is no list of what a window shows.
    var reason: String {
        switch self {
        case .noApplication: "its application tells assistive technology nothing"
        case .noWindow: "its application tells assistive technology of no such window"
        case .alike(let count):
            "its application tells assistive technology of \(count) such windows, and nobody knows which of them it is"
        case .unknownOrigin(let size):
            "it is \(size.width)x\(size.height) to assistive technology, and nobody knows where that is in the window"
        case .noName, .several, .fewer: "nothing in it was looked for"
        }
    }

    /// For a person who has written a scenario.
    func words(_ name: AccessName, in window: String) -> String {
        switch self {
        case .noApplication:
            "\(name.words) was not found: the application of \(window) tells assistive technology nothing"
        case .noWindow:
            "\(name.words) was not found: the application of \(window) tells assistive technology of no such window"
        case .alike(let count):
            "\(name.words) was not found: the application of \(window) tells assistive technology of \(count) such windows, and "
                + "nobody knows which of them it is; that with the keyboard is distinguished from the others"
        case .unknownOrigin(let size):
            "\(name.words) was not found: \(window) is \(size.width)x\(size.height) to assistive technology, and "
                + "nobody knows where that is in the window"
        case .noName(let places):
            "\(name.words) was not found in \(window)"
                + Suggestion.phrase(for: name.name.value, among: places.map(\.name).filter { $0 != name.name.value })
                + (places.isEmpty
                    ? "; nothing in it has a name, so a key, or a place with numbers, has to do"
                    : "; there is \(Self.list(places))")
        case .several(let places):
            "there are \(places.count) of \(name.words) in \(window): \(Self.numbered(places)); say which by `number`"
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
