// SPDX-License-Identifier: MIT

/// `report.html`: a human-readable report of a run. It is a single file that needs no network: style and script are
/// embedded, images are referenced relative to it. All content is readable without the script, which only filters and
/// selects.
struct HTMLReport {
    let result: RunResult
    let outline: ReportOutline
    /// The frames of each drag.
    let films: [DragFilm]

    init(result: RunResult, trace: [TraceRecord]) {
        self.result = result
        outline = ReportOutline(trace)
        films = DragFilm.films(of: trace)
    }

    /// The file's content.
    var html: String { document.source }

    private var document: Markup {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>\(result.verdict.title): \(result.scenario)</title>
        <style>\(ReportFiles.style)</style>
        </head>
        <body>
        \(header)
        \(video)
        \(filmstrip)
        \(drags)
        \(toolbar)
        <main style="--lanes: \(lanesWidth)px">
        \(Markup(joining: outline.frames.map(frame), by: "\n"))
        </main>
        <footer>\(versions)</footer>
        <script>\(ReportFiles.script)</script>
        </body>
        </html>

        """
    }

    // MARK: The head of the page

    private var header: Markup {
        """
        <header class="head">
        <div class="title">
        <h1>\(result.scenario)</h1>
        <span class="verdict \(result.verdict.styleClass)">\(result.verdict.title)</span>
        </div>
        <dl class="facts">\(Markup(joining: facts))</dl>
        \(troubles)
        </header>
        """
    }

    private var facts: [Markup] {
        let total = result.heldCount + result.failures.count
        var facts: [(String, String)] = [
            ("Steps", "\(result.steps.count { $0.index > 0 })"),
            ("Expectations held", "\(result.heldCount) of \(total)"),
            ("Scenario time, used below", TimeText.duration(result.virtualDuration)),
            ("Real time", TimeText.duration(result.realDuration)),
        ]
        if let reason = result.skipReason { facts.insert(("Reason for skipping", reason), at: 0) }
        if let file = result.file { facts.append(("Scenario file", file)) }
        return facts.map { "<div><dt>\($0.0)</dt><dd>\($0.1)</dd></div>" }
    }

    /// The failures, each linked to its location below.
    private var troubles: Markup {
        var items: [Markup] = []
        if let problem = result.problem {
            let place = result.steps.first { $0.outcome.isBroken }
            let words: Markup = "The run was aborted"
            let title: Markup =
                place.map { "<a class=\"what\" href=\"#step-\($0.index)\">\(words)</a>" }
                ?? "<span class=\"what\">\(words)</span>"
            items.append("<li>\(title)<span class=\"seen\">\(problem)</span>\(scenarioLine(place))</li>")
        }
        for (offset, failure) in result.failures.enumerated() {
            items.append(
                """
                <li><a class="what" href="#failure-\(offset + 1)">\(failure.expected)</a>\
                <span class="seen"><b>Seen instead</b> \(failure.seen)</span>\(scenarioLine(failure))</li>
                """)
        }
        guard !items.isEmpty else { return "" }
        return "<ol class=\"troubles\">\(Markup(joining: items))</ol>"
    }

    private var versions: Markup {
        let items: [Markup] = result.versions.sorted { $0.key < $1.key }.map { "<span>\($0.key) \($0.value)</span>" }
        return Markup(joining: items)
    }

    private var filmstrip: Markup {
        let thumbs: [Markup] = outline.frames.compactMap { frame in
            guard let shot = frame.picture else { return nil }
            let mark: Markup = frame.hasFailure ? " class=\"bad\"" : ""
            return """
                <li\(mark)><a href="#picture-\(shot.number)" title="\(shot.title)">\
                <span class="thumb"><img src="\(address(of: shot.picture.file))" alt="" loading="lazy"></span>\
                <time>\(TimeText.moment(shot.time))</time></a></li>
                """
        }
        guard !thumbs.isEmpty else { return "" }
        return "<nav class=\"film\" aria-label=\"Pictures\"><ol>\(Markup(joining: thumbs, by: "\n"))</ol></nav>"
    }

    /// Hidden until the script shows it, because it does not work without the script.
    private var toolbar: Markup {
        guard !outline.frames.isEmpty else { return "" }
        let clients: [Markup] = outline.clients.enumerated().map { offset, name in
            """
            <button type="button" data-client="\(offset)" aria-pressed="true" class="c\(colour(offset))">\
            <i></i>\(name)</button>
            """
        }
        return """
            <div class="tools" hidden>
            <input type="search" placeholder="Find a message, a type, an object" aria-label="Find">
            <div class="chips">\(Markup(joining: clients))\
            <button type="button" data-kind="engine" aria-pressed="true"><i></i>Engine</button>\
            <button type="button" data-kind="output" aria-pressed="true"><i></i>Output</button></div>
            </div>
            """
    }

    // MARK: Frames

    private func frame(_ frame: ReportOutline.Frame) -> Markup {
        let log: Markup = """
            <div class="log">\(Markup(joining: frame.passages.map(passage), by: "\n"))\(silence(in: frame))</div>
            """
        guard let shot = frame.picture else {
            let title: Markup = outline.frames.count > 1 ? "<p class=\"after\">After the last picture</p>" : ""
            return "<section class=\"frame bare\">\(title)\(log)</section>"
        }
        let file = address(of: shot.picture.file)
        return """
            <section class="frame" id="picture-\(shot.number)">
            <figure>
            \(shot.picture.difference.map(versus) ?? "")<a href="\(file)"><img src="\(file)" alt="\(shot.title)"></a>
            <figcaption><time>\(TimeText.moment(shot.time))</time>\
            <span class="caption">\(shot.title)</span></figcaption>
            \(names(of: shot.picture))</figure>
            \(log)
            </section>
            """
    }

    /// The expected and the actual image, side by side; the script can overlay them.
    private func versus(_ difference: TraceEvent.PictureFile.Difference) -> Markup {
        let expected = address(of: difference.expected)
        let seen = address(of: difference.seen)
        return """
            <p class="caption">\(difference.words)</p>
            <div class="versus"><a href="\(expected)"><img src="\(expected)" alt="expected"><span>Expected</span></a>\
            <a href="\(seen)"><img src="\(seen)" alt="seen"><span>Seen</span></a></div>
            <label class="over" hidden>Overlay <input type="range" min="0" max="100" value="50"></label>

            """
    }

    /// The video of the whole run.
    private var video: Markup {
        guard let file = result.video else { return "" }
        let summary: Markup = "<details class=\"video\"><summary>Video of the run</summary>"
        guard !file.hasSuffix(".webm") else {
            return """
                \(summary)<video src="\(address(of: file))" controls loop muted preload="metadata"></video></details>
                """
        }
        return """
            \(summary)\
            <img src="\(address(of: file))" alt="Video of the run" title="Click to replay" loading="lazy"></details>
            """
    }

    /// The accessible names in the windows of a picture, collapsed.
    private func names(of picture: TraceEvent.PictureFile) -> Markup {
        guard let names = picture.names else { return "" }
        let windows: [Markup] = names.windows.map { window in
            let remark: Markup = window.remark.map { "<p>\($0)</p>" } ?? ""
            let list: Markup =
                window.lines.isEmpty ? "" : "<ul>\(Markup(joining: window.lines.map { "<li>\($0)</li>" }))</ul>"
            return """
                <details><summary>Names in \(window.title): \(window.lines.count)</summary>\(remark)\(list)</details>
                """
        }
        return """
            <div class="names">\(Markup(joining: windows))<a href="\(address(of: names.file))">as text</a></div>

            """
    }

    private func silence(in frame: ReportOutline.Frame) -> Markup {
        frame.passages.isEmpty ? "<p class=\"silence\">No events since the previous picture.</p>" : ""
    }

    private func passage(_ passage: ReportOutline.Passage) -> Markup {
        let rows = passage.entries.map(entry) + background(passage.background)
        let list: Markup = rows.isEmpty ? "" : "<ol class=\"rows\">\(Markup(joining: rows, by: "\n"))</ol>"
        return "<div class=\"passage\">\(heading(of: passage))\(list)</div>"
    }

    private func heading(of passage: ReportOutline.Passage) -> Markup {
        guard let step = passage.step else { return "" }
        if passage.isContinued {
            return """
                <p class="step continued"><span class="number">\(step.index)</span>\
                <span class="text">\(step.text), continued</span></p>
                """
        }
        let outcome = result.steps.first { $0.index == step.index }?.outcome ?? .passed
        return """
            <h2 class="step \(outcome.styleClass)" id="step-\(step.index)"><span class="number">\(step.index)</span>\
            <span class="text">\(step.text)</span>\(scenarioLine(step))\
            <span class="mark" title="\(outcome.title)"></span></h2>
            """
    }

    // MARK: Helpers

    /// The index of a client's color.
    func colour(_ client: Int) -> Int { client % ReportFiles.colourCount }

    /// The location in the scenario file or an included file.
    func scenarioLine(_ place: (any ScenarioPlace)?) -> Markup {
        guard let words = place?.placeWords else { return "" }
        return "<span class=\"line\">\(words)</span>"
    }

    /// An image's relative URL, percent-encoded so that it cannot be interpreted as anything else.
    func address(of file: String) -> String {
        let segments = file.split(separator: "/").map { segment in
            segment.utf8.map { byte in
                let scalar = Unicode.Scalar(byte)
                let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
                return isPlain || "-_.~".unicodeScalars.contains(scalar) ? String(scalar) : hexadecimal(byte)
            }
            .joined()
        }
        return segments.joined(separator: "/")
    }

    private func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count == 1 ? "%0\(digits)" : "%\(digits)"
    }
}

extension ReportOutline.Shot {
    /// The caption, or the name if there is no caption.
    fileprivate var title: String { picture.caption.isEmpty ? picture.name : picture.caption }
}

extension RunResult.Verdict {
    fileprivate var title: String {
        switch self {
        case .passed: "Passed"
        case .failed: "Failed"
        case .broken: "Could not finish"
        case .skipped: "Skipped"
        }
    }

    fileprivate var styleClass: String {
        switch self {
        case .passed: "good"
        case .failed, .broken: "bad"
        case .skipped: "none"
        }
    }
}

extension RunResult.Outcome {
    fileprivate var title: String {
        switch self {
        case .passed: "Passed"
        case .failed: "Failed"
        case .broken: "The run was aborted here"
        case .notReached: "Not reached"
        }
    }

    fileprivate var styleClass: String {
        switch self {
        case .passed: "good"
        case .failed, .broken: "bad"
        case .notReached: "open"
        }
    }
}
