// SPDX-License-Identifier: MIT

import DrayHeadless
import DrayScenario
import HeadlessDesktop

/// The visible state of windows, where a scenario expects it.
extension ScenarioRunner {
    /// A description of the actual state if it contradicts the expectation; otherwise nil.
    func contradiction(to sight: Sight) -> String? {
        switch sight {
        case .title(let window, let match):
            guard let title = titleNow(of: window.value) else { return "the window is not there" }
            return match.holds(for: title) ? nil : "it is “\(title)”"
        case .gone(let window):
            return titleNow(of: window.value).map { "it is there (“\($0)”)" }
        case .seen(_, let window), .unseen(_, let window), .text(let window, _):
            let look = looks[window.value] ?? WindowLook()
            looks[window.value] = look
            return look.contradiction(
                to: sight, in: windows[window.value], of: host.engine, near: seat.pointer.position)
        }
    }

    /// Waits until all conditions hold, with additional time for an application that is slow to report its content.
    func waitFor(_ expectation: Expectation, until holds: () -> Bool) throws {
        looks = [:]
        if try wait(within: expectation.within, until: holds) { return }
        guard looks.values.contains(where: \.isSlow) else { return }
        _ = try wait(within: NameSearch.extraTimeout) { holds() || !looks.values.contains(where: \.isSlow) }
    }
}
