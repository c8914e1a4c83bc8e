// SPDX-License-Identifier: MIT

import DrayCore

/// A record is encoded as a flat object: `kind` and `time` (in microseconds), together with the fields of the kind.
extension TraceRecord: Codable {
    private enum Key: String, CodingKey {
        case kind
        case time
    }

    private enum Kind: String, Codable {
        case step, message, engine, transfer, picture, frame, expectation, output, client, note
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        time = Instant(microseconds: try container.decode(UInt64.self, forKey: .time))
        switch try container.decode(Kind.self, forKey: .kind) {
        case .step: event = .step(try TraceEvent.Step(from: decoder))
        case .message: event = .message(try TraceEvent.Message(from: decoder))
        case .engine: event = .engine(try TraceEvent.Engine(from: decoder))
        case .transfer: event = .transfer(try TraceEvent.Transfer(from: decoder))
        case .picture: event = .picture(try TraceEvent.PictureFile(from: decoder))
        case .frame: event = .frame(try TraceEvent.Frame(from: decoder))
        case .expectation: event = .expectation(try TraceEvent.Expectation(from: decoder))
        case .output: event = .output(try TraceEvent.Output(from: decoder))
        case .client: event = .client(try TraceEvent.Client(from: decoder))
        case .note: event = .note(try TraceEvent.Note(from: decoder))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(time.microseconds, forKey: .time)
        let kind: Kind
        switch event {
        case .step(let step): (kind, _) = (.step, try step.encode(to: encoder))
        case .message(let message): (kind, _) = (.message, try message.encode(to: encoder))
        case .engine(let engine): (kind, _) = (.engine, try engine.encode(to: encoder))
        case .transfer(let transfer): (kind, _) = (.transfer, try transfer.encode(to: encoder))
        case .picture(let picture): (kind, _) = (.picture, try picture.encode(to: encoder))
        case .frame(let frame): (kind, _) = (.frame, try frame.encode(to: encoder))
        case .expectation(let expectation): (kind, _) = (.expectation, try expectation.encode(to: encoder))
        case .output(let output): (kind, _) = (.output, try output.encode(to: encoder))
        case .client(let client): (kind, _) = (.client, try client.encode(to: encoder))
        case .note(let note): (kind, _) = (.note, try note.encode(to: encoder))
        }
        try container.encode(kind, forKey: .kind)
    }
}

/// Encoded as `held`, and `seen` if the expectation was not met.
extension TraceEvent.Expectation: Codable {
    private enum Key: String, CodingKey {
        case text, held, seen, line, file
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        text = try container.decode(String.self, forKey: .text)
        line = try container.decodeIfPresent(Int.self, forKey: .line)
        file = try container.decodeIfPresent(String.self, forKey: .file)
        if try container.decode(Bool.self, forKey: .held) {
            outcome = .held
        } else {
            outcome = .failed(seen: try container.decode(String.self, forKey: .seen))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(text, forKey: .text)
        try container.encodeIfPresent(line, forKey: .line)
        try container.encodeIfPresent(file, forKey: .file)
        switch outcome {
        case .held:
            try container.encode(true, forKey: .held)
        case .failed(let seen):
            try container.encode(false, forKey: .held)
            try container.encode(seen, forKey: .seen)
        }
    }
}

/// Encoded as `change`, together with `pid`, `status` or `signal`.
extension TraceEvent.Client: Codable {
    private enum Key: String, CodingKey {
        case client, change, pid, status, signal
    }

    private enum Name: String, Codable {
        case started, exited, killed
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        client = try container.decode(String.self, forKey: .client)
        switch try container.decode(Name.self, forKey: .change) {
        case .started: change = .started(pid: try container.decodeIfPresent(Int32.self, forKey: .pid))
        case .exited: change = .exited(status: try container.decode(Int32.self, forKey: .status))
        case .killed: change = .killed(signal: try container.decode(Int32.self, forKey: .signal))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(client, forKey: .client)
        switch change {
        case .started(let pid):
            try container.encode(Name.started, forKey: .change)
            try container.encodeIfPresent(pid, forKey: .pid)
        case .exited(let status):
            try container.encode(Name.exited, forKey: .change)
            try container.encode(status, forKey: .status)
        case .killed(let signal):
            try container.encode(Name.killed, forKey: .change)
            try container.encode(signal, forKey: .signal)
        }
    }
}
