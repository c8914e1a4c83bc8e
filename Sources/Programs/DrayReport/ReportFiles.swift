// SPDX-License-Identifier: MIT

/// The style sheets and the script of the pages. They are parts of the program, and each page contains them, so that a
/// report can be opened wherever it is copied to.
enum ReportFiles {
    static let style = Markup(verbatim: PackageResources.report_css)
    static let summaryStyle = Markup(verbatim: PackageResources.summary_css)
    /// Filters rows, highlights all occurrences of an object, and navigates between pictures. The page is readable
    /// without it.
    static let script = Markup(verbatim: PackageResources.report_js)

    /// The number of colours of clients in `report.css`; they repeat after that.
    static let colourCount = 6
    /// The distance between lanes, in CSS pixels, as in `report.css`.
    static let laneWidth = 18
}
