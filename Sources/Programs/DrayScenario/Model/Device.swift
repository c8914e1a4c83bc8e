// SPDX-License-Identifier: MIT

/// An input device or an output that can be plugged in and unplugged.
package enum Device: Equatable, Sendable {
    case input(Input)
    case output(Located<String>)

    package enum Input: String, CaseIterable, Sendable {
        case pointer, keyboard, touch, pen
    }
}

extension Device {
    static let shape = Shape<Device>.scalar(
        Shape<Input>.word.map { .input($0) },
        or: .choice([Case("output", "An output, by its name.", .reference(to: .output), Device.output)])
    )
    .named("device")
}
