// SPDX-License-Identifier: MIT

import DrayCore
import DrayInput
import DrayLibseat
import Glibc
package import HeadlessDesktop
import WaylandServer

/// The real devices of a compositor that serves, with a line for whatever becomes of them.
///
/// Nothing that is missing ends the compositor: it says so, and goes on with what there is. Let go of it before the
/// compositor is closed.
package final class RealInput {
    /// Which devices, and how they are taken.
    package struct Options {
        /// These; those of a seat if there are none.
        package var paths: [String]
        /// nil for the session manager's, else `seat0`.
        package var seat: String?
        package var opening: Opening
        package var tapToClick: Bool
        package var penButtons = PenButtonRole.standard

        package init(paths: [String], seat: String?, opening: Opening, tapToClick: Bool) {
            self.paths = paths
            self.seat = seat
            self.opening = opening
            self.tapToClick = tapToClick
        }
    }

    /// Who opens the devices.
    package enum Opening: String, CaseIterable {
        /// This process, as far as it may.
        case direct
        /// The session manager.
        case libseat
    }

    private let compositor: HeadlessCompositor
    private let options: Options
    private let say: (String) -> Void
    /// The session manager's side; nil where devices are opened directly, or nobody gives a seat.
    private(set) var session: SeatSession?
    private var sessionWatch: DescriptorSource?
    /// Set from a change of the session until it is followed.
    private var change: IdleSource?
    private var devices: HeadlessDevices?

    /// - Parameters:
    ///   - direct: opens devices where no session manager does.
    ///   - say: gets a line for the person who runs the compositor.
    init(
        _ compositor: HeadlessCompositor, _ options: Options, direct: DeviceOpener = .direct,
        say: @escaping (String) -> Void
    ) {
        self.compositor = compositor
        self.options = options
        self.say = { say("input: \($0)") }
        switch options.opening {
        case .direct: take(by: direct)
        case .libseat: join()
        }
    }

    deinit {
        session?.onChange = nil
        sessionWatch = nil
        devices = nil  // They are given back to the session.
    }

    // MARK: Devices

    private func take(by opener: DeviceOpener) {
        let source: LibinputContext.Source =
            options.paths.isEmpty ? .seat(options.seat ?? session?.name ?? "seat0") : .paths(options.paths)
        do throws(InputError) {
            let devices = try HeadlessDevices(
                compositor, source: source, opener: opener,
                configure: { [tapToClick = options.tapToClick] _ in
                    var configuration = DeviceConfiguration()
                    if tapToClick { configuration.tapToClick = true }
                    return configuration
                }, report: { [say] in say("\($0)") })
            devices.router.penButtons = options.penButtons
            self.devices = devices
            tellShortage()
        } catch {
            say("\(error)")
        }
    }

    private func tellShortage() {
        switch devices?.shortage {
        case .nothingUsable: say("no device can be used")  // Each one's reason was told when it was refused.
        case .nothingOnSeat(let seat): say("no input device on the seat \"\(seat)\": \(Self.reasonForNone)")
        case .noPaths: say("no input device was named")
        case nil: return
        }
        say("until there is one, `dray ctl` and programs such as wtype play the seat")
    }

    /// Why udev has no device for a seat, as far as can be seen here.
    private static var reasonForNone: String {
        if access("/dev/input", F_OK) != 0 {
            return "this machine, or this container, has none (there is no /dev/input)"
        }
        if access("/run/udev/control", F_OK) != 0 { return "udev does not run, and it says what an input device is" }
        return "none is plugged in, or udev gives them to another seat"
    }

    // MARK: Session

    private func join() {
        do throws(SeatError) {
            let session = try SeatSession()
            self.session = session
            let loop = compositor.display.eventLoop
            session.onChange = { [weak self] in
                guard let self, change == nil else { return }
                change = loop.whenIdle { [weak self] in self?.follow() }
            }
            sessionWatch = loop.watch(session.descriptor, for: .readable) { [weak self] _ in self?.listen() }
            switch session.state {
            case .active: follow()
            case .away, .leaving:
                say("the seat \"\(session.name)\" is not given to this session yet; the devices come with it")
            }
        } catch {
            say("\(error)")
        }
    }

    private func listen() {
        do throws(SeatError) { try session?.dispatch() } catch {
            say("\(error)")
            sessionWatch = nil  // It would be readable for ever.
            devices?.suspend()
        }
    }

    /// Takes the devices, or gives them away, as the session manager wants it.
    private func follow() {
        change = nil
        guard let session else { return }
        switch session.state {
        case .active:
            guard let devices else { return take(by: session.opener) }
            say("the seat \"\(session.name)\" is back")
            do throws(InputError) { try devices.resume() } catch { say("\(error)") }
            tellShortage()
        case .leaving:
            say("the seat \"\(session.name)\" goes to another session")
            devices?.suspend()
            session.leave()
        case .away: break
        }
    }
}
