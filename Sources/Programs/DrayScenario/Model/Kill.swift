// SPDX-License-Identifier: MIT

/// Sends a signal to a client.
package struct Kill: Equatable, Sendable {
    package var client: Located<String>
    package var signal: Signal

    package init(client: Located<String>, signal: Signal) {
        self.client = client
        self.signal = signal
    }

    package enum Signal: String, CaseIterable, Sendable {
        case terminate = "TERM"
        case kill = "KILL"
        case interrupt = "INT"
        case hangUp = "HUP"
        case quit = "QUIT"
        case abort = "ABRT"
        case segmentationFault = "SEGV"
        case busError = "BUS"
        case arithmetic = "FPE"
        case illegalInstruction = "ILL"
        case trap = "TRAP"
        case brokenPipe = "PIPE"
        case stop = "STOP"
        case `continue` = "CONT"
    }
}

extension Kill {
    /// The client's name, or a mapping with the signal.
    static let shape = Shape<Kill>.scalar(
        Shape.reference(to: .client).map { Kill(client: $0, signal: .terminate) },
        or: .record { keys in
            let client = keys.required("client", "The client.", .reference(to: .client))
            let signal = keys.optional(
                "signal", "The signal; `TERM` if left out.", Shape<Signal>.word, default: .terminate)
            return client.map { Kill(client: $0, signal: signal) }
        }
    )
    .named("kill")
}
