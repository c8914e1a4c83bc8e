// SPDX-License-Identifier: MIT

import DrayAccess
import DrayCore
import WaylandServer

/// Knows what the desktop wishes, as `dray-access` reads it from a portal (HIG-18): the process is there from the beginning, and
/// started again by and by if it dies. Nobody waits for it; with no portal nothing is known.
final class DesktopFollower: HelperListener {
    let helper: HelperKeeper
    private var portal = PortalSettings()
    private let changed: () -> Void
    private var timer: TimerSource?

    /// So long nobody is started again, in milliseconds.
    private static let restTime: Int32 = 1000

    /// - Parameter changed: called when ``settings`` have changed.
    init?(_ helper: HelperKeeper, changed: @escaping () -> Void) {
        self.helper = helper
        self.changed = changed
        timer = helper.loop.makeTimer { [weak self] in self?.ask(startsPortal: false) }
        if timer == nil { return nil }
        helper.add(self)
        ask(startsPortal: false)
    }

    /// What is known by now.
    private(set) var settings = DesktopSettings()

    /// Something is dragged: there are clients by now, who need the portal as well. One that nobody has started is started.
    func dragIsUnderWay() {
        guard settings == DesktopSettings(), !hasAskedForStart else { return }
        hasAskedForStart = true
        ask(startsPortal: true)
    }

    private var hasAskedForStart = false

    private func ask(startsPortal: Bool) {
        if helper.start() { helper.send(.settings(startsPortal: startsPortal)) }
    }

    func hear(_ event: AccessHelper.Event) {
        switch event {
        case .said(.setting(let key, let value)):
            portal.set(key, to: value)
            let before = settings
            settings = portal.desktop
            if settings != before { changed() }
        case .said(.listens), .said(.quiet), .said(.application), .said(.object), .said(.text), .said(.done),
            .said(.asked):
            break
        case .ended: timer?.arm(milliseconds: Self.restTime)
        }
    }
}
