// SPDX-License-Identifier: MIT

import DrayCore
import DrayScenario
import FoundationEssentials
import Glibc

/// The files in the clients' home, and their state when the clients were started.
final class HomeFiles {
    private let root: String
    private var initial: [HomePath: FileMark] = [:]
    private let marks = FileMarks()

    init(root: String) {
        self.root = root
    }

    /// Records the current state, which `unchanged` and `moved` refer to.
    /// - Parameter paths: The paths that expectations refer to.
    func begin(_ paths: [HomePath]) {
        for path in paths { initial[path] = mark(path) }
    }

    /// Describes how the files differ from the expectation; nil if it is met.
    func contradiction(to match: FileMatch) -> String? {
        let here = mark(match.path)
        switch match.condition {
        case .state(.exists): return here == nil ? absent(match.path) : nil
        case .state(.absent): return here.map { "\(match.path) is there: \($0.words)" }
        case .state(.file): return kind(.file, of: match.path, here)
        case .state(.folder): return kind(.folder, of: match.path, here)
        case .state(.unchanged): return change(of: match.path, here)
        case .content(let text): return contradiction(to: text, in: match.path, here)
        case .same(let other): return difference(match.path, here, from: other)
        case .moved(let place):
            return contradiction(toCopy: match.path, place) ?? here.map { "\(match.path) is still there: \($0.words)" }
        case .copied(let place): return contradiction(toCopy: match.path, place) ?? change(of: match.path, here)
        }
    }

    private func mark(_ path: HomePath) -> FileMark? { marks.mark(of: "\(root)/\(path)") }

    // MARK: Words

    /// The message for a missing file, with the content of the nearest existing folder.
    private func absent(_ path: HomePath) -> String {
        for count in (0..<path.parts.count).reversed() {
            let folder = path.parts.prefix(count).joined(separator: "/")
            let place = count == 0 ? root : "\(root)/\(folder)"
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: place) else { continue }
            // Hidden files are mostly created by toolkits, and are omitted unless the path itself is hidden.
            let isHiddenWanted = path.parts[count].hasPrefix(".")
            let seen = names.filter { isHiddenWanted || !$0.hasPrefix(".") }.sorted()
            let list = seen.isEmpty ? "nothing" : VisibleText.list(seen, upTo: Self.shownNames)
            return "there is no \(path); \(count == 0 ? "the home" : folder) holds \(list)"
        }
        return "there is no \(path)"
    }

    private static let shownNames = 12

    private func kind(_ kind: FileMark.Kind, of path: HomePath, _ here: FileMark?) -> String? {
        guard let here else { return absent(path) }
        return here.kind == kind ? nil : "\(path) is \(here.kind.words)"
    }

    private func change(of path: HomePath, _ here: FileMark?) -> String? {
        switch (initial[path] ?? nil, here) {
        case (nil, nil): return "there was no \(path) when the clients were started, and there is none"
        case (nil, let here?): return "there was no \(path) when the clients were started; now it is \(here.words)"
        case (.some, nil): return "it is gone; \(absent(path))"
        case (let before?, let here?):
            return here == before ? nil : "it was \(before.words), and is \(here.words) with other content"
        }
    }

    private func contradiction(to text: TextMatch, in path: HomePath, _ here: FileMark?) -> String? {
        if let wrong = kind(.file, of: path, here) { return wrong }
        do throws(SystemFailure) {
            let content = String(decoding: try RegularFile(reading: "\(root)/\(path)").bytes(), as: UTF8.self)
            return text.holds(for: content) ? nil : "\(path) holds: \(Excerpt.of(content))"
        } catch {
            return error.description
        }
    }

    private func difference(_ path: HomePath, _ here: FileMark?, from other: String) -> String? {
        guard let here else { return absent(path) }
        guard let wanted = marks.mark(of: other) else { return "there is no \(other)" }
        return here == wanted ? nil : "\(path) is \(here.words); \(other) is \(wanted.words)"
    }

    private func contradiction(toCopy path: HomePath, _ place: HomePath) -> String? {
        guard let before = initial[path] ?? nil else { return "there was no \(path) when the clients were started" }
        guard let there = mark(place) else { return absent(place) }
        return there == before
            ? nil : "\(place) is \(there.words) with other content; \(path) was \(before.words)"
    }
}

extension Scenario {
    /// The files that are compared with their initial state or with other files.
    var comparedPaths: [HomePath] {
        steps.flatMap { step -> [HomePath] in
            guard case .expect(let expectation) = step.action else { return [] }
            return expectation.conditions.flatMap { condition -> [HomePath] in
                guard case .files(let matches) = condition.value else { return [] }
                return matches.map(\.path)
            }
        }
    }
}
