// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayHeadless
import DrayReport
import DrayScenario
import FoundationEssentials
import HeadlessDesktop

/// Lists the accessible names in all windows, as diagnostics for a failure.
extension ScenarioRunner {
    /// Queries all applications in parallel, and writes the answers to the run's folder. It takes at most 1.5 s even if
    /// applications hang; clients stopped by a step are not queried.
    /// - Parameter picture: The name of the associated screenshot.
    /// - Returns: Nil if there is no AT-SPI, no window, or no disk space for the file.
    func namesShown(asFileFor picture: String) -> TraceEvent.PictureFile.Names? {
        guard scenario.session.isAccessible, scenario.session.bus == .one else { return nil }
        guard namesAskedCount < Self.askingLimit else { return nil }
        namesAskedCount += 1
        let shown = compositor.windows.filter(\.isMapped).prefix(Self.windowLimit)
        guard !shown.isEmpty else { return nil }
        let trees = trees(of: Set(shown.map(\.processID)).filter { !isStopped($0) })
        let named = shown.map { window -> TraceEvent.PictureFile.Window in
            let title = windows.first { $0.value == window }?.key ?? window.quoted
            guard let tree = trees[window.processID] else {
                let why =
                    isStopped(window.processID)
                    ? "its application is stopped" : "its application did not answer in time"
                return TraceEvent.PictureFile.Window(title: title, lines: [], remark: why)
            }
            return TraceEvent.PictureFile.Window(tree, in: AccessWindow(window), called: title)
        }
        let file = "\(picture)-names.txt"
        let text = named.map(\.text).joined(separator: "\n")
        do {
            try RegularFile(replacing: file, in: folder.folder.path).replaceAll(by: Array(text.utf8))
        } catch {
            return nil  // The screenshot is taken anyway.
        }
        return .init(file: file, windows: named)
    }

    /// The maximum number of queries per run, because each may take its full timeout.
    private static let askingLimit = 10
    private static let windowLimit = 20
    /// The timeout in milliseconds of real time.
    private static let askingTime: UInt32 = 1000

    /// The trees of the applications, by process; without those that have not answered in time.
    private func trees(of processes: Set<Int32>) -> [Int32: AccessTree] {
        let answers = Answers()
        for process in processes {
            host.engine.listObjects(of: process, milliseconds: Self.askingTime, withTexts: true) {
                answers.trees[process] = $0
            }
        }
        let deadline = ContinuousTime.now + .milliseconds(Int64(Self.askingTime) + 500)
        while answers.trees.count < processes.count, stop == nil, ContinuousTime.now < deadline {
            compositor.dispatch(timeout: 4)
        }
        return answers.trees
    }

    /// A reference type, so that late answers still find it.
    private final class Answers {
        var trees: [Int32: AccessTree] = [:]
    }
}

extension TraceEvent.PictureFile.Window {
    private static let lineLimit = 300

    fileprivate init(_ tree: AccessTree, in window: AccessWindow, called title: String) {
        do throws(AccessMistake) {
            let places = try tree.places(in: window)
            let isLong = places.count > Self.lineLimit
            let lines = places.prefix(Self.lineLimit).map(\.line)
            self.init(
                title: title, lines: lines,
                remark: isLong
                    ? "there are \(places.count)" : tree.isPartial ? "its content is only partially known" : nil)
        } catch {
            self.init(title: title, lines: [], remark: error.reason)
        }
    }

    /// The text in the file.
    fileprivate var text: String {
        "\(VisibleText.singleLine(title))\n" + (remark.map { "  (\($0))\n" } ?? "")
            + lines.map { "  \($0)\n" }.joined()
    }
}
