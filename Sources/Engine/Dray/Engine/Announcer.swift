// SPDX-License-Identifier: MIT

internal import DrayAccess
internal import DrayCore
internal import Glibc
internal import WaylandServer

/// Announces drags to assistive technology, and lists the objects of applications, through a helper process (HIG-33).
///
/// `Speech` decides what is announced and when. All times are real time, whatever clock the host's frames use, since
/// announcements are spoken in real time.
final class Announcer {
    let helper: HelperSupervisor
    private let catalogue: Catalogue
    private let name: (SurfaceID) -> String?
    private var speech = Speech()
    private var timer: TimerSource?
    private var lists: [UInt32: List] = [:]
    private var lastList: UInt32 = 0

    /// A pending list of an application's objects.
    private final class List {
        var tree = AccessTree()
        var timer: TimerSource?
        let then: (AccessTree) -> Void

        init(then: @escaping (AccessTree) -> Void) {
            self.then = then
        }
    }

    /// - Parameter name: Returns the user-visible name of a surface.
    init?(_ helper: HelperSupervisor, catalogue: Catalogue, name: @escaping (SurfaceID) -> String?) {
        self.helper = helper
        self.catalogue = catalogue
        self.name = name
        timer = helper.loop.makeTimer { [weak self] in
            guard let self else { return }
            run(speech.look(at: .monotonic))
        }
        guard timer != nil, helper.add(self) else { return nil }
    }

    /// Announces a step of a drag.
    func announce(_ announcement: Announcement) { run(speech.announce(announcement, at: .monotonic)) }

    /// Makes the next target announced even if it was just announced: the user asked for it.
    func forgetPlace() { speech.forgetPlace() }

    /// Signals a haptic step of a drag.
    func feel(_ haptic: Haptic) { if helper.start() { helper.send(.feel(haptic)) } }

    /// Lists the objects of a process's applications.
    /// - Parameters:
    ///   - milliseconds: The timeout.
    ///   - depth: The data to include.
    ///   - then: Called once, asynchronously, with the objects received within the timeout; with none if there is no
    ///     application or no helper.
    func list(
        process: Int32, milliseconds: UInt32, _ depth: AccessRequest.ListDepth, then: @escaping (AccessTree) -> Void
    ) {
        lastList &+= 1
        let number = lastList
        let list = List(then: then)
        lists[number] = list
        // The helper observes the timeout itself unless it hangs.
        list.timer = helper.loop.makeTimer { [weak self] in self?.end(number, isPartial: true) }
        let isAsked =
            helper.start()
            && helper.send(.list(number: number, process: process, milliseconds: milliseconds, depth))
        list.timer?.arm(milliseconds: isAsked ? Int32(clamping: milliseconds) + 500 : 1)
    }

    /// Ends all pending lists.
    func endLists() {
        for number in lists.keys.sorted() { end(number, isPartial: true) }
    }

    private func end(_ number: UInt32, isPartial: Bool) {
        guard let list = lists.removeValue(forKey: number) else { return }
        list.tree.isPartial = isPartial
        withExtendedLifetime(list) { list.then(list.tree) }
    }

    private func run(_ effects: [Speech.Effect]) {
        for effect in effects {
            switch effect {
            // A helper that was already running has reported this before.
            case .findListeners: if helper.start() { helper.send(.listeners) } else { speech.speakerMissing() }
            case .say(let announcement, let politeness):
                helper.send(.say(announcement.words(in: catalogue, name: name), politeness))
            }
        }
        guard let due = speech.due else { timer?.disarm(); return }
        let now = Instant.monotonic
        let wait = due > now ? (due.microseconds - now.microseconds + 999) / 1000 : 1
        timer?.arm(milliseconds: Int32(clamping: max(wait, 1)))
    }
}

extension Announcer: HelperListener {
    func hear(_ event: AccessHelper.Event) {
        switch event {
        case .said(.listens(let areThere)): run(speech.listenersChanged(areThere: areThere, at: .monotonic))
        case .said(.quiet):
            speech.speakerMissing()
            endLists()
        case .said(.application(let list, let toolkit, let version)):
            lists[list]?.tree.toolkit = toolkit
            lists[list]?.tree.version = version
        case .said(.object(let list, let object)): lists[list]?.tree.objects.append(object)
        case .said(.text(let list, let object, let text)):
            // The text follows its object.
            guard let asked = lists[list], let index = asked.tree.objects.lastIndex(where: { $0.id == object }) else {
                return
            }
            asked.tree.objects[index].text = text
        case .said(.done(let list, _, let isPartial)): end(list, isPartial: isPartial)
        case .said(.setting), .said(.asked), .said(.documents), .said(.handed): break
        case .ended:
            endLists()
            run(speech.speakerEnded())
        }
    }
}
