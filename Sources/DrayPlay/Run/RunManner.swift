// SPDX-License-Identifier: MIT

/// How a run is played, beside what its scenario says.
package struct RunManner: Sendable {
    /// The clients' home stays, however the run ends.
    package var keepsHome = false
    /// Somebody at the terminal is asked before each step.
    package var isDebugged = false
    /// How all of it is filmed; nil where it is not.
    package var video: VideoFormat?
    /// It is shown in a window of the session that it is started in, with so much rest after each thing that a person does;
    /// nil where it is not shown.
    package var rest: Duration?

    package init() {}
}
