// SPDX-License-Identifier: MIT

import DrayHeadless
import DrayScenario
import HeadlessDesktop

/// What there is to be seen of windows, where a scenario expects it.
extension ScenarioRunner {
    /// What is seen in place of what is expected; nil if it is as expected.
    func contradiction(to sight: Sight) -> String? {
        switch sight {
        case .title(let window, let match):
            guard let title = titleNow(of: window.value) else { return "the window is not there" }
            return match.holds(for: title, isInterrupted: isToStop) ? nil : "it is “\(title)”"
        case .gone(let window):
            return titleNow(of: window.value).map { "it is there (“\($0)”)" }
        case .seen(_, let window), .unseen(_, let window), .text(let window, _):
            let look = looks[window.value] ?? WindowLook()
            looks[window.value] = look
            return look.contradiction(
                to: sight, in: windows[window.value], of: host.engine, near: seat.pointer.position,
                isInterrupted: isToStop)
        }
    }

    /// Waits until all of an expectation holds, and longer where an application is slow to tell what it shows.
    func waitFor(_ expectation: Expectation, until holds: () -> Bool) throws {
        looks = [:]
        if try wait(within: expectation.within, until: holds) { return }
        guard looks.values.contains(where: \.isSlow) else { return }
        _ = try wait(within: NameSearch.extraPatience) { holds() || !looks.values.contains(where: \.isSlow) }
    }
}
