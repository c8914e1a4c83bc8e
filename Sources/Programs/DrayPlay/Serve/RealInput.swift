// SPDX-License-Identifier: MIT

import DrayCore
import DrayInput
import DrayLibseat
import Glibc
package import HeadlessDesktop
import WaylandServer

/// The real input devices of a compositor run by `dray serve`. Their state is reported to the user.
///
/// Missing devices do not end the compositor; it reports them and continues. This object must be released before the
/// compositor is closed.
package final class RealInput {
    /// The selection of devices, and how they are opened.
    package struct Options {
        /// The paths of the devices; empty for all devices of a seat.
        package var paths: [String]
        /// The seat; nil for the session manager's seat, or `seat0`.
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

    /// The way to open devices.
    package enum Opening: String, CaseIterable {
        /// By this process, with its own permissions.
        case direct
        /// Through the session manager.
        case libseat
    }

    private let compositor: HeadlessCompositor
    private let options: Options
    private let say: (String) -> Void
    /// The connection to the session manager; nil if devices are opened directly or no seat is available.
    private(set) var session: SeatSession?
    private var sessionWatch: DescriptorSource?
    /// Set from a change of the session until it is handled.
    private var change: IdleSource?
    private var devices: HeadlessDevices?

    /// - Parameters:
    ///   - direct: Opens devices without a session manager.
    ///   - say: Receives messages for the user.
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
        devices = nil  // Returns them to the session.
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
        case .nothingUsable: say("no device can be used")  // The reasons were reported individually.
        case .nothingOnSeat(let seat): say("no input device on the seat \"\(seat)\": \(Self.reasonForNone)")
        case .noPaths: say("no input device was named")
        case nil: return
        }
        say("until there is one, `dray ctl` and programs such as wtype can control the seat")
    }

    /// The probable reason why udev has no device for a seat.
    private static var reasonForNone: String {
        if access("/dev/input", F_OK) != 0 {
            return "this machine or container has none (there is no /dev/input)"
        }
        if access("/run/udev/control", F_OK) != 0 { return "udev, which identifies input devices, is not running" }
        return "none is plugged in, or udev assigns them to another seat"
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
                say("the seat \"\(session.name)\" is not active in this session yet; its devices follow when it is")
            }
        } catch {
            say("\(error)")
        }
    }

    private func listen() {
        do throws(SeatError) { try session?.dispatch() } catch {
            say("\(error)")
            sessionWatch = nil  // It would stay readable forever.
            devices?.suspend()
        }
    }

    /// Acquires or releases the devices, following the session manager.
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
            say("the seat \"\(session.name)\" is switched to another session")
            devices?.suspend()
            session.leave()
        case .away: break
        }
    }
}
