// SPDX-License-Identifier: MIT

import ArgumentParser
import DrayPlay

/// The options of `dray serve` for its input devices.
struct InputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            virtual: `dray ctl` and programs such as wtype control the seat; libinput: real devices control it as well.
            """, valueName: "source"))
    var input = Source.virtual

    @Option(
        help: ArgumentHelp("Use the devices that udev assigns to this seat (default: seat0).", valueName: "name"))
    var seat: String?

    @Option(
        help: ArgumentHelp(
            "Use only this device, such as /dev/input/event3; can be repeated.", valueName: "path"),
        completion: .file())
    var device: [String] = []

    @Option(
        help: ArgumentHelp(
            "How devices are opened: direct, by dray; libseat, by the session manager (seatd, logind).",
            valueName: "method"))
    var open: RealInput.Opening?

    @Flag(help: "Enable tap-to-click and tap-and-drag on touchpads.")
    var tap = false

    @Option(
        help: ArgumentHelp(
            """
            The role of a pen button: lower, upper or third, then =, then none, left, right, middle or modifiers \
            (ctrl+shift). Can be repeated; the default is lower=right and upper=alt.
            """, valueName: "button=role"))
    var penButton: [PenButton] = []

    enum Source: String, ExpressibleByArgument, CaseIterable {
        case virtual, libinput
    }

    func validate() throws {
        switch input {
        case .libinput:
            if seat != nil, !device.isEmpty {
                throw ValidationError("--seat uses all devices of a seat, --device only those named: use one of them")
            }
        case .virtual:
            let given = [
                ("--seat", seat != nil), ("--device", !device.isEmpty), ("--open", open != nil), ("--tap", tap),
                ("--pen-button", !penButton.isEmpty),
            ]
            if let option = given.first(where: \.1)?.0 {
                throw ValidationError("\(option) applies to real devices and needs --input libinput")
            }
        }
    }

    /// The options for real devices, or nil if none are used.
    var real: RealInput.Options? {
        guard input == .libinput else { return nil }
        var options = RealInput.Options(paths: device, seat: seat, opening: open ?? .direct, tapToClick: tap)
        for button in penButton { options.penButtons[button.code] = button.role }
        return options
    }
}

extension RealInput.Opening: ExpressibleByArgument {}
extension PenButton: ExpressibleByArgument {}
