// SPDX-License-Identifier: MIT

import DrayCore

/// The rows below a picture. Each has the time, a drawing of the message's direction, and a description.
extension HTMLReport {
    func entry(_ entry: ReportOutline.Entry) -> Markup {
        switch entry {
        case .record(let record): row(record)
        case .motions(let records): motions(records)
        case .failure(let number, let record): failure(number, record)
        }
    }

    func row(_ record: TraceRecord) -> Markup {
        switch record.event {
        case .message(let message): row(message, at: record.time)
        case .engine(let engine): row(engine, at: record.time)
        case .transfer(let transfer): row(transfer, at: record.time)
        case .output(let output): row(output, at: record.time)
        case .client(let client): row(client, at: record.time)
        case .expectation(let expectation):
            line("expectation", at: record.time, "<p class=\"held\">\(expectation.text)</p>")
        case .note(let note):
            line("note", at: record.time, "<p class=\"note\">\(note.text)</p>")
        case .step, .picture, .frame:
            ""  // Shown as headings and figures; the outline has no rows for them.
        }
    }

    private func row(_ message: TraceEvent.Message, at time: Instant) -> Markup {
        let client = name(of: message.client)
        let parties: Markup =
            switch message.direction {
            case .request: "\(client) → compositor"
            case .event: "compositor → \(client)"
            }
        let sentence: Markup = MessageDescription(message).sentence.map { "<p class=\"say\">\($0)</p>" } ?? ""
        let alarm = (message.interface, message.name) == ("wl_display", "error") ? " alarm" : ""
        return line(
            "message\(alarm)", client: message.client, at: time, arrow: message.direction == .request ? .up : .down,
            """
            \(sentence)<p class="code"><span class="who">\(parties)</span> \
            \(object(message.interface, message.object, of: message.client)).<b>\(message.name)</b>\
            (\(arguments(message)))</p>
            """)
    }

    private func row(_ engine: TraceEvent.Engine, at time: Instant) -> Markup {
        let fields: [Markup] = engine.fields.sorted { $0.key < $1.key }.map { key, value in
            "<span class=\"key\">\(key):</span> \(shown(value))"
        }
        let flow: Markup =
            switch engine.flow {
            case .event: "engine ←"
            case .effect: "engine →"
            }
        return line(
            "engine", at: time, arrow: .dot,
            """
            <p class="say quiet">\(engine.text)</p><p class="code"><span class="who">\(flow)</span> \
            <b>\(engine.name)</b>(\(Markup(joining: fields, by: ", ")))</p>
            """)
    }

    private func row(_ transfer: TraceEvent.Transfer, at time: Instant) -> Markup {
        let isBad = ["broken", "stalled"].contains(transfer.state)
        let channel: Markup = transfer.drag.map { "drag \($0)" } ?? "clipboard"
        return line(
            "transfer\(isBad ? " alarm" : "")", at: time, arrow: .dot,
            """
            <p class="say">\(TransferDescription(transfer).sentence)</p>\
            <p class="code"><span class="who">\(channel)</span> \
            <b>\(transfer.type)</b></p>
            """)
    }

    private func row(_ output: TraceEvent.Output, at time: Instant) -> Markup {
        line(
            "output", client: output.client, at: time, arrow: .dot,
            """
            <p class="code out"><span class="who">\(name(of: output.client)) \(output.stream.rawValue)</span> \
            <span class="text">\(output.text)</span></p>
            """)
    }

    private func row(_ client: TraceEvent.Client, at time: Instant) -> Markup {
        let words: String =
            switch client.change {
            case .started(let pid?): "started as process \(pid)"
            case .started(nil): "started"
            case .exited(status: 0): "exited"
            case .exited(let status): "exited with status \(status)"
            case .killed(let signal): "was killed by signal \(signal)"
            }
        return line(
            "client", client: client.client, at: time, arrow: .dot,
            "<p class=\"say\"><span class=\"who\">\(name(of: client.client))</span> \(words)</p>")
    }

    private func failure(_ number: Int, _ record: TraceRecord) -> Markup {
        guard case .expectation(let expectation) = record.event, case .failed(let seen) = expectation.outcome else {
            return row(record)
        }
        return """
            <li class="row failure" id="failure-\(number)" data-kind="expectation"><time>\
            \(TimeText.moment(record.time.microseconds))</time>\(lanes(client: nil, arrow: .none))<div class="what">\
            <p class="failed">\(expectation.text) \(scenarioLine(expectation))</p>\
            <p class="seen"><b>Seen instead</b> \(seen)</p></div></li>
            """
    }

    private func motions(_ records: [TraceRecord]) -> Markup {
        guard let last = records.last else { return "" }
        let messages = records.compactMap { record -> TraceEvent.Message? in
            if case .message(let message) = record.event { message } else { nil }
        }
        let count = messages.isEmpty ? records.count : messages.count
        var summary: Markup = count == 1 ? "1 motion" : "\(count) motions"
        if let message = messages.last {
            summary += " over \(name(of: message.client))"
            if let x = message[argument: "x"], let y = message[argument: "y"] {
                summary += ", \(count == 1 ? "" : "the last ")at \(shown(x)), \(shown(y))"
            }
        }
        return bundle("motions", time: TimeText.moment(last.time.microseconds), summary, of: records)
    }

    /// The row that routine traffic is folded into; empty if there was none.
    func background(_ records: [TraceRecord]) -> [Markup] {
        guard !records.isEmpty else { return [] }
        let summary: Markup = records.count == 1 ? "1 other message" : "\(records.count) other messages"
        return [bundle("background", time: "", summary, of: records)]
    }

    // MARK: Building blocks

    /// The width of the lanes, in CSS pixels: one for the compositor and one for each client.
    var lanesWidth: Int { ReportFiles.laneWidth * (outline.clients.count + 1) }

    private func bundle(_ kind: String, time: String, _ summary: Markup, of records: [TraceRecord]) -> Markup {
        """
        <li class="row bundle \(kind)" data-kind="bundle"><time>\(time)</time>\(lanes(client: nil, arrow: .none))\
        <div class="what"><details class="fold"><summary>\(summary)</summary>\
        <ol class="rows">\(Markup(joining: records.map(row), by: "\n"))</ol></details></div></li>
        """
    }

    /// The drawing in the lanes.
    private enum Arrow {
        /// No drawing.
        case none
        /// A dot on the lane itself.
        case dot
        /// From the client to the compositor.
        case up
        /// From the compositor to the client.
        case down
    }

    private func line(
        _ kind: String, client: String? = nil, at time: Instant, arrow: Arrow = .none, _ content: Markup
    ) -> Markup {
        let number: Markup = client.flatMap(outline.clients.firstIndex).map { " data-client=\"\($0)\"" } ?? ""
        return """
            <li class="row \(kind)" data-kind="\(kind)"\(number)><time>\(TimeText.moment(time.microseconds))</time>\
            \(lanes(client: client, arrow: arrow))<div class="what">\(content)</div></li>
            """
    }

    /// The lanes: the compositor first, then one for each client.
    private func lanes(client: String?, arrow: Arrow) -> Markup {
        let number = client.flatMap(outline.clients.firstIndex)
        let home = ReportFiles.laneWidth / 2
        let away = home + ReportFiles.laneWidth * ((number ?? -1) + 1)
        let drawing: Markup =
            switch arrow {
            case .none: ""
            case .dot: "<circle cx=\"\(away)\" cy=\"11\" r=\"3.5\"/>"
            case .up:
                """
                <circle cx="\(away)" cy="11" r="3"/><path d="M\(away) 11H\(home + 2)"/>\
                <path d="M\(home + 6) 7l-5 4 5 4"/>
                """
            case .down:
                """
                <circle cx="\(home)" cy="11" r="3"/><path d="M\(home) 11H\(away - 2)"/>\
                <path d="M\(away - 6) 7l5 4-5 4"/>
                """
            }
        let colour: Markup = number.map { "c\(self.colour($0))" } ?? "host"
        return """
            <span class="lanes" aria-hidden="true"><svg class="\(colour)" width="\(lanesWidth)" height="22">\
            \(drawing)</svg></span>
            """
    }

    private func name(of client: String) -> Markup {
        let number = outline.clients.firstIndex(of: client) ?? 0
        return "<span class=\"name c\(colour(number))\">\(client)</span>"
    }

    /// An object with its ID. Object IDs are per client, so the data attribute includes the client.
    private func object(_ interface: String, _ number: UInt32, of client: String) -> Markup {
        let owner = outline.clients.firstIndex(of: client) ?? 0
        return """
            <span class="object" data-object="\(owner):\(number)">\(interface)<span class="id">#\(number)</span></span>
            """
    }

    private func arguments(_ message: TraceEvent.Message) -> Markup {
        let pieces: [Markup] = message.arguments.map { argument in
            "<span class=\"key\">\(argument.name):</span> \(value(argument.value, of: message.client))"
        }
        return Markup(joining: pieces, by: ", ")
    }

    /// A value; a value such as `wl_surface#7` is shown as the object.
    private func value(_ value: String, of client: String) -> Markup {
        let parts = value.split(separator: "#", omittingEmptySubsequences: false)
        if parts.count == 2, let number = UInt32(parts[1]), !parts[0].isEmpty,
            parts[0].utf8.allSatisfy({
                $0 == UInt8(ascii: "_") || Unicode.Scalar($0).properties.isAlphabetic
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
            })
        {
            return object(String(parts[0]), number, of: client)
        }
        return shown(value)
    }

    private func shown(_ value: String) -> Markup {
        Markup(text: VisibleText.shortened(VisibleText.singleLine(value), to: 200))
    }
}
