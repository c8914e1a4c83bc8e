// SPDX-License-Identifier: MIT

import ArgumentParser
import DrayPlay

/// Where `dray serve` has its input from.
struct InputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            virtual: `dray ctl` and programs such as wtype play the seat; libinput: real devices play it as well.
            """, valueName: "source"))
    var input = Source.virtual

    @Option(
        help: ArgumentHelp("The devices that udev has for a seat; seat0 if left out.", valueName: "name"))
    var seat: String?

    @Option(
        help: ArgumentHelp(
            "This device and no others, such as /dev/input/event3; may be given again.", valueName: "path"),
        completion: .file())
    var device: [String] = []

    @Option(
        help: ArgumentHelp(
            "Who opens devices: direct, this program; libseat, the session manager (seatd, logind).", valueName: "who"))
    var open: RealInput.Opening?

    @Flag(help: "Touchpads click by tapping, and drag by tapping twice.")
    var tap = false

    @Option(
        help: ArgumentHelp(
            """
            What a button of a pen stands for: lower, upper or third; = and none, left, right, middle or modifiers \
            (ctrl+shift). May be given again; lower=right and upper=alt if left out.
            """, valueName: "button=role"))
    var penButton: [PenButton] = []

    enum Source: String, ExpressibleByArgument, CaseIterable {
        case virtual, libinput
    }

    func validate() throws {
        switch input {
        case .libinput:
            if seat != nil, !device.isEmpty {
                throw ValidationError("--seat takes a seat's devices, and --device only those named: give one of them")
            }
        case .virtual:
            let given = [
                ("--seat", seat != nil), ("--device", !device.isEmpty), ("--open", open != nil), ("--tap", tap),
                ("--pen-button", !penButton.isEmpty),
            ]
            if let option = given.first(where: \.1)?.0 {
                throw ValidationError("\(option) is about real devices: it needs --input libinput")
            }
        }
    }

    /// The real devices to be read; nil for none.
    var real: RealInput.Options? {
        guard input == .libinput else { return nil }
        var options = RealInput.Options(paths: device, seat: seat, opening: open ?? .direct, tapToClick: tap)
        for button in penButton { options.penButtons[button.code] = button.role }
        return options
    }
}

extension RealInput.Opening: ExpressibleByArgument {}
extension PenButton: ExpressibleByArgument {}
