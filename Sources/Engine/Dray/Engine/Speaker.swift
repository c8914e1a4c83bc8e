// SPDX-License-Identifier: MIT

public import DrayCore
internal import DrayTransfer
public import WaylandServer

/// Announces steps of drags to assistive technology without an engine (HIG-33), for programs that observe drags but do
/// not drive them. Timing, catalogue and helper are as with ``DragEngine/speak(in:environment:program:)``.
public final class Speaker {
    private let announcer: Announcer

    /// - Parameters:
    ///   - loop: The event loop for the helper's socket; the caller must run it.
    ///   - catalogue: The catalogue of announcements; by default, chosen by the locale variables of this process.
    ///   - name: Returns the user-visible name of a surface, or nil if it has none.
    /// - Returns: Nil if `dray-access` does not exist.
    public init?(on loop: EventLoop, in catalogue: Catalogue? = nil, name: @escaping (SurfaceID) -> String?) {
        guard let program = SideProgram.find("dray-access", named: "DRAY_ACCESS") else { return nil }
        let helper = HelperSupervisor(program: program, environment: HelperSupervisor.ownEnvironment, loop: loop)
        guard let announcer = Announcer(helper, catalogue: catalogue ?? .ofEnvironment, name: name) else { return nil }
        self.announcer = announcer
    }

    /// Announces a step of a drag, without blocking.
    public func announce(_ announcement: Announcement) { announcer.announce(announcement) }
}
