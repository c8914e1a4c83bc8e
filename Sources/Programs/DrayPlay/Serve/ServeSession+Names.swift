// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayHeadless
import DrayScenario
import HeadlessDesktop

/// Objects with accessible names, and waits for the content of windows.
extension ServeSession {
    /// Waits for a condition that is checked in every frame.
    /// - Parameters:
    ///   - look: Returns the answer; nil to keep waiting. A thrown error is an answer too.
    ///   - search: The search that may extend the timeout for a slow application.
    ///   - late: Returns the answer after the timeout.
    private func waitLooking(
        within limit: Duration, _ work: Work, for search: NameSearch? = nil, late: @escaping () -> ControlAnswer,
        look: @escaping () throws -> ControlAnswer?
    ) {
        var found: ControlAnswer?
        let told = Work(command: work.command, whole: work.whole) { [weak self] _ in
            guard found == nil, let self, let search, search.isSlow else { return work.answer(found ?? late()) }
            waitLooking(
                within: NameSearch.extraTimeout, work, late: late,
                look: { try look() ?? (search.isAtEnd ? late() : nil) })
        }
        begin(
            max(limit, .milliseconds(1)), told,
            isOver: { _ in
                do { found = try look() } catch { found = .failed("\(error)") }
                return found != nil
            }, step: { _ in })
    }

    /// Finds the object that a command refers to, and performs the command with its position.
    func beginFinding(_ named: CalledPlace, _ work: Work) throws {
        try find(named.name, in: named.window, anchor: named.anchor, work) { [weak self] point in
            self?.queue.insert(
                Work(command: work.command.at(point), whole: work.whole, answer: work.answer), at: 0)
        }
    }

    /// Clicks an entry in a menu that is open or about to open.
    func beginChoosing(_ name: Located<String>, in window: String, _ work: Work) throws {
        let opened = compositor.clock.now
        try find(AccessName(name: name), in: window, anchor: nil, isInMenu: true, work) { [weak self] point in
            guard let self else { return }
            let (now, end) = (compositor.clock.now.microseconds, opened.microseconds + NameSearch.menuTime)
            let rest: [ControlCommand] = now < end ? [.wait(.microseconds(Int64(end - now)))] : []
            begin(rest + clicks(on: .screen(ScreenPoint(x: point.x, y: point.y))), work)
        }
    }

    /// - Parameter then: Called with the position on the screen; a failed search is answered instead.
    private func find(
        _ name: AccessName, in label: String, anchor: Place.Anchor?, isInMenu: Bool = false, _ work: Work,
        then: @escaping (Point) -> Void
    ) throws {
        try requireNames()
        let window = try window(named: label)
        let label = words(for: label, window)
        let search = NameSearch()
        var place: Point?
        let found = Work(command: work.command, whole: work.whole) { answer in
            guard let place else { return work.answer(answer) }
            then(place)
        }
        let words = {
            ControlAnswer.failed(search.words(name, in: window, called: label, isInMenu: isInMenu))
        }
        waitLooking(within: NameSearch.showTime, found, for: search, late: words) { [weak self] in
            guard let self, try self.isThere(window, label) else { return nil }
            guard let tree = search.answer(of: host.engine, about: window.processID) else { return nil }
            let near = seat.pointer.position - window.geometry.origin
            guard search.take(tree, name, in: AccessWindow(window), near: near, onlyInPopups: isInMenu) else {
                return nil
            }
            guard let seen = search.place, search.mistake == nil else { return words() }
            let area = Rectangle(origin: window.geometry.origin + seen.area.origin, size: seen.area.size)
            let point = anchor.map { $0.point(on: area) } ?? window.geometry.origin + seen.point
            if let other = compositor.cover(of: window, at: point) {
                throw Problem("\(name.words) in \(label) is covered by \(self.label(of: other))")
            }
            place = point
            return .done([])
        }
    }

    /// Lists the accessible objects in a window.
    func beginListing(_ label: String, _ work: Work) throws {
        try requireNames()
        let window = try window(named: label)
        let label = words(for: label, window)
        let search = NameSearch()
        var mistake = AccessMistake.noApplication
        waitLooking(
            within: NameSearch.showTime, work, for: search,
            late: { .failed("there is no list: \(mistake.reason)") },
            look: { [weak self] in
                guard let self, try isThere(window, label) else { return nil }
                // Waits for a complete list, if possible.
                guard let tree = search.answer(of: host.engine, about: window.processID), !search.isSlow else {
                    return nil
                }
                do throws(AccessMistake) {
                    let places = try tree.places(in: AccessWindow(window))
                    let remark = search.isPartial ? ["(the content of the window is only partially known)"] : []
                    return .done(places.map(\.line) + remark, .objects(places.map(ObjectRecord.init)))
                } catch {
                    mistake = error
                    return nil
                }
            })
    }

    /// Waits for a condition.
    func beginAwaiting(_ wait: ControlWait, within limit: Duration, _ work: Work) throws {
        switch wait {
        case .seen(let name, let label): try awaitSeen(name, in: label, within: limit, work)
        case .unseen(let name, let label): try awaitUnseen(name, in: label, within: limit, work)
        case .text(let match, let label): try awaitText(match, in: label, within: limit, work)
        case .still(let still): try awaitStill(still, within: limit, work)
        case .new(let client, let title): awaitNew(client, title, within: limit, work)
        case .event(let event): try awaitEvent(event, within: limit, work)
        }
    }

    private func awaitSeen(_ name: AccessName, in label: String, within limit: Duration, _ work: Work) throws {
        try requireNames()
        let window = try window(named: label)
        let label = words(for: label, window)
        let search = NameSearch()
        waitLooking(within: limit, work, for: search, late: { .failed(search.words(name, in: label)) }) { [weak self] in
            guard let self, try isThere(window, label) else { return nil }
            guard let tree = search.answer(of: host.engine, about: window.processID) else { return nil }
            let near = seat.pointer.position - window.geometry.origin
            guard search.take(tree, name, in: AccessWindow(window), near: near, onlyInPopups: false) else { return nil }
            guard let place = search.place, search.mistake == nil else {
                return .failed(search.words(name, in: label))
            }
            return .done([place.line], .objects([ObjectRecord(place)]))
        }
    }

    private func awaitUnseen(_ name: AccessName, in label: String, within limit: Duration, _ work: Work) throws {
        try requireNames()
        let window = try window(named: label)
        let label = words(for: label, window)
        let search = NameSearch()
        let late = ControlAnswer.failed("\(name.words) was still in \(label) after \(limit)")
        waitLooking(within: limit, work, for: search, late: { late }) { [weak self] in
            guard let self else { return nil }
            guard compositor.windows.contains(where: { $0 === window }) else { return .done([]) }
            guard let tree = search.answer(of: host.engine, about: window.processID) else { return nil }
            let near = seat.pointer.position - window.geometry.origin
            return tree.lacks(name, in: AccessWindow(window), near: near) ? .done([]) : nil
        }
    }

    private func awaitText(_ match: TextMatch, in label: String, within limit: Duration, _ work: Work) throws {
        try requireNames()
        let window = try window(named: label)
        let label = words(for: label, window)
        let search = NameSearch()
        var seen: [String] = []
        let late = {
            ControlAnswer.failed(
                "\(label) did not show \(match.words) within \(limit); \(AccessTree.words(ofTexts: seen))")
        }
        waitLooking(within: limit, work, for: search, late: late) { [weak self] in
            guard let self, try isThere(window, label) else { return nil }
            guard let tree = search.answer(of: host.engine, about: window.processID),
                let texts = try? tree.texts(in: AccessWindow(window))
            else { return nil }
            seen = texts
            return texts.contains { match.holds(for: $0) } ? .done([]) : nil
        }
    }

    private func awaitStill(_ still: StillPicture, within limit: Duration, _ work: Work) throws {
        var last = try image(of: still.subject)
        var since = compositor.clock.now
        let deadline = since.advanced(byMicroseconds: limit.microseconds)
        // If the image stops changing just before the timeout, the wait is extended, because screenshots take long on a
        // slow machine.
        let rest = limit + still.duration + .seconds(1)
        let late = { ControlAnswer.failed("\(still.subject.words) kept changing for \(limit)") }
        waitLooking(within: rest, work, late: late) { [weak self] in
            guard let self else { return nil }
            let (picture, now) = (try image(of: still.subject), compositor.clock.now)
            if !picture.isNearly(last, tolerance: still.tolerance) {
                guard now < deadline else {
                    return .failed(
                        "\(still.subject.words) kept changing for \(limit); \(picture.changes(from: last))")
                }
                (last, since) = (picture, now)
            }
            return now >= since.advanced(byMicroseconds: still.duration.microseconds) ? .done([]) : nil
        }
    }

    private func awaitNew(_ client: String?, _ title: TextMatch?, within limit: Duration, _ work: Work) {
        let found = { [weak self] () -> ControlAnswer? in
            guard let self else { return nil }
            let window = compositor.windows.last { window in
                !windowsBefore.contains(window.surface.id) && (client.map { $0 == self.owner(of: window) } ?? true)
                    && title?.holds(for: window.title) != false
            }
            return window.map { .done([words(for: $0)], .windows([record(of: $0)])) }
        }
        let late = { [weak self] () -> ControlAnswer in
            let titles = self?.compositor.windows.map(\.quoted) ?? []
            let whose = client.map { " of \($0)" } ?? ""
            return .failed(
                "no new window\(whose)\(title.map { " with the title \($0.words)" } ?? "") appeared within \(limit); "
                    + (titles.isEmpty ? "there is none" : "there is \(titles.joined(separator: ", "))"))
        }
        waitLooking(within: limit, work, late: late, look: found)
    }

    private func awaitEvent(_ event: ProtocolEvent, within limit: Duration, _ work: Work) throws {
        guard home != nil else { throw Problem("events are only recorded with `dray serve --home`") }
        let name = event.client.value
        guard clients.contains(where: { $0.name == name }) else {
            throw Problem(
                "there is no program “\(name)”\(Suggestion.phrase(for: name, among: clients.map(\.name)))")
        }
        let late = { [weak self] () -> ControlAnswer in
            let sent = self?.conversation.sent.last { $0.client == name }
            return .failed(
                "\(name) was not sent \(event.interface).\(event.event) within \(limit); "
                    + (sent.map { "the last event was \($0.interface).\($0.name)" } ?? "it was sent nothing"))
        }
        waitLooking(within: limit, work, late: late) { [weak self] in
            self?.conversation.take(event) == true ? .done([]) : nil
        }
    }

    // MARK: Details

    /// Whether a window exists; throws if it was closed in the meantime.
    private func isThere(_ window: Window, _ label: String) throws -> Bool {
        guard compositor.windows.contains(where: { $0 === window }) else {
            throw Problem("the window \(label) was closed")
        }
        return window.isMapped
    }

    private func requireNames() throws {
        guard isAccessible else {
            throw Problem("accessible names are only available with `dray serve --accessibility`")
        }
    }

    /// A window's number alone is not descriptive.
    private func words(for label: String, _ window: Window) -> String {
        label.hasPrefix("#") ? "\(label) \(window.quoted)" : label
    }

    private func label(of window: Window) -> String {
        window.title.isEmpty ? "the window #\(numbers[window] ?? 0)" : "the window \(window.quoted)"
    }
}
