// SPDX-License-Identifier: MIT

internal import DrayAccess
internal import DrayCore
internal import Glibc
internal import WaylandServer

/// Says what drags announce to assistive technology, by a process of its own (HIG-33).
///
/// `Speech` decides what is said and when, `HelperLife` whether the process is started. Times are real ones, whatever clock the
/// host's frames have: whoever listens lives in the same world as the person.
final class Announcer {
    private let program: String
    private let environment: [String]
    private let loop: EventLoop
    private let catalogue: Catalogue
    private let name: (SurfaceID) -> String?
    private var speech = Speech()
    private var life = HelperLife()
    private var helper: AccessHelper?
    private var timer: TimerSource?

    /// - Parameters:
    ///   - program: `dray-access`.
    ///   - environment: of that, as `NAME=value`.
    ///   - name: what a person calls a surface.
    init?(
        program: String, environment: [String], catalogue: Catalogue, loop: EventLoop,
        name: @escaping (SurfaceID) -> String?
    ) {
        self.program = program
        self.environment = environment
        self.loop = loop
        self.catalogue = catalogue
        self.name = name
        timer = loop.makeTimer { [weak self] in
            guard let self else { return }
            run(speech.look(at: .monotonic))
        }
        if timer == nil { return nil }
    }

    /// The process, for tests.
    var processID: Int32? { helper?.processID }

    /// A step of a drag.
    func announce(_ announcement: Announcement) { run(speech.announce(announcement, at: .monotonic)) }

    private func run(_ effects: [Speech.Effect]) {
        for effect in effects {
            switch effect {
            case .findListeners: start()
            case .say(let announcement, let politeness):
                helper?.send(.say(announcement.words(in: catalogue, name: name), politeness))
            }
        }
        guard let due = speech.due else { timer?.disarm(); return }
        let now = Instant.monotonic
        let wait = due > now ? (due.microseconds - now.microseconds + 999) / 1000 : 1
        timer?.arm(milliseconds: Int32(clamping: max(wait, 1)))
    }

    private func start() {
        switch life.wanted() {
        case .isThere: break
        case .never: speech.speakerMissing()
        case .start:
            helper = AccessHelper(program, environment: environment, loop: loop) { [weak self] in self?.hear($0) }
            if helper == nil { ended() }
        }
    }

    private func hear(_ event: AccessHelper.Event) {
        switch event {
        case .said(.listens(let areThere)): run(speech.listenersChanged(areThere: areThere, at: .monotonic))
        case .said(.quiet):
            life.isUseless()
            speech.speakerMissing()
        case .ended: ended()
        }
    }

    private func ended() {
        helper = nil
        life.ended()
        run(speech.speakerEnded())
    }
}
