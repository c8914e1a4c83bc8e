// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayScenario
import HeadlessDesktop

/// The accessible content of a window, queried repeatedly while an expectation depends on it.
final class WindowLook {
    private let search = NameSearch()
    private var tree: AccessTree?

    /// Whether the application answers but needs more time than it got.
    var isSlow: Bool { search.isSlow }

    /// What the window shows instead; nil if the expectation holds.
    /// - Parameters:
    ///   - window: The window; nil if it does not exist.
    ///   - pointer: The pointer's position, which selects the nearest of several matches.
    func contradiction(
        to sight: Sight, in window: Window?, of engine: DragEngine, near pointer: Point
    ) -> String? {
        guard let window, window.isMapped else {
            if case .unseen = sight { return nil }
            return "the window is not there"
        }
        if let answer = search.answer(of: engine, about: window.processID) { tree = answer }
        guard let tree else { return AccessMistake.noApplication.reason }
        let shown = AccessWindow(window)
        let near = pointer - window.geometry.origin
        switch sight {
        case .seen(let name, let label):
            do throws(AccessMistake) {
                _ = try tree.place(
                    named: name.name.value, role: name.role, number: name.number, in: shown, near: near)
                return nil
            } catch { return error.words(name, in: label.value) }
        case .unseen(let name, _):
            if tree.lacks(name, in: shown, near: near) { return nil }
            return tree.isPartial || tree.objects.isEmpty ? "its content is only partially known" : "it is there"
        case .text(_, let match):
            do throws(AccessMistake) {
                let texts = try tree.texts(in: shown)
                if texts.contains(where: { match.holds(for: $0) }) { return nil }
                return AccessTree.words(ofTexts: texts)
            } catch { return error.reason }
        case .title, .gone: return nil
        }
    }
}
