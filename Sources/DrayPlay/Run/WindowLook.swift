// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayScenario
import HeadlessDesktop

/// What a window was seen to show, as its application tells assistive technology: asked anew while something is expected of it.
final class WindowLook {
    private let search = NameSearch()
    private var tree: AccessTree?

    /// Whether the application tells of itself, and needs longer than it was given.
    var isSlow: Bool { search.isSlow }

    /// What is seen in place of something that is to be seen, or not to be; nil if it is as it is to be.
    /// - Parameters:
    ///   - window: nil where it is not there.
    ///   - pointer: of several things that one is meant which is the nearest to it.
    func contradiction(
        to sight: Sight, in window: Window?, of engine: DragEngine, near pointer: Point,
        isInterrupted: @escaping () -> Bool
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
            return tree.isPartial || tree.objects.isEmpty ? "not all that it shows was seen" : "it is there"
        case .text(_, let match):
            do throws(AccessMistake) {
                let texts = try tree.texts(in: shown)
                if texts.contains(where: { match.holds(for: $0, isInterrupted: isInterrupted) }) { return nil }
                return AccessTree.words(ofTexts: texts)
            } catch { return error.reason }
        case .title, .gone: return nil
        }
    }
}
