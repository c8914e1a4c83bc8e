// SPDX-License-Identifier: MIT

public import DrayCore
internal import DrayTransfer
public import WaylandServer

/// Says steps of drags to assistive technology without an engine (HIG-33): for who sees drags, and does not drive them. What is said
/// when, in whose words and by which process is as with ``DragEngine/speak(in:environment:program:)``.
public final class Speaker {
    private let announcer: Announcer

    /// - Parameters:
    ///   - loop: in which the process is heard; it has to be served.
    ///   - catalogue: whose words they are; those that the environment of this process asks for if left out.
    ///   - name: what a person calls a surface; nil where it has no name.
    /// - Returns: nil if there is no `dray-access`.
    public init?(on loop: EventLoop, in catalogue: Catalogue? = nil, name: @escaping (SurfaceID) -> String?) {
        guard let program = SideProgram.find("dray-access", named: "DRAY_ACCESS") else { return nil }
        let helper = HelperKeeper(program: program, environment: HelperKeeper.ownEnvironment, loop: loop)
        guard let announcer = Announcer(helper, catalogue: catalogue ?? .ofEnvironment, name: name) else { return nil }
        self.announcer = announcer
    }

    /// A step of a drag. Nobody waits.
    public func announce(_ announcement: Announcement) { announcer.announce(announcement) }
}
