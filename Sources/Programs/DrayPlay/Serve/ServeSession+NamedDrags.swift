// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayHeadless
import DrayScenario
import HeadlessDesktop
import WaylandServer

// Complete drags by accessible names (HIG-33).

extension ServeSession {
    /// The timeout for the search, the start and the questions of a drag; longer than any of them takes.
    private static let namedDragTime = Duration.seconds(10)

    /// Drags by name, and waits for the end.
    func beginNamedDrag(_ request: NamedDragRequest, _ work: Work) {
        var end: DragSeat.NamedDragEnd?
        let told = Work(command: work.command, whole: work.whole) { [weak self] answer in
            guard let self else { return }
            switch (answer, end) {
            case (.failed, _): work.answer(answer)
            case (.done, .dropped): beginAwaitingOutcome(work)
            case (.done, let end?): work.answer(.failed(end.words))
            case (.done, nil): work.answer(.failed("it took too long"))
            }
        }
        let pointer = seat.capabilities.contains(.pointer) ? seat.pointer.position : nil
        begin(Self.namedDragTime, told, isOver: { _ in end != nil }, step: { _ in })
        host.drags(of: seat).drag(request, near: pointer) { end = $0 }
    }

    /// Lists the named objects in all windows.
    func beginListingNames(_ work: Work) {
        var names: Result<[NamedWindow], NameMistake>?
        let told = Work(command: work.command, whole: work.whole) { answer in
            switch (answer, names) {
            case (.failed, _): work.answer(answer)
            case (.done, .success(let windows)): work.answer(.done(windows.flatMap(\.places).map(\.words)))
            case (.done, .failure(let mistake)): work.answer(.failed(mistake.words))
            case (.done, nil): work.answer(.failed("it took too long"))
            }
        }
        begin(Self.namedDragTime, told, isOver: { _ in names != nil }, step: { _ in })
        host.drags(of: seat).listNames(in: nil) { names = $0 }
    }
}
