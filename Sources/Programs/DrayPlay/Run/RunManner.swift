// SPDX-License-Identifier: MIT

/// The options of a run besides its scenario.
package struct RunManner: Sendable {
    /// Whether the clients' home is kept, however the run ends.
    package var keepsHome = false
    /// Whether the run stops before each step and asks the user.
    package var isDebugged = false
    /// The format of the video; nil for none.
    package var video: VideoFormat?
    /// The pause after each user action when the run is shown in a window of the current session; nil if it is not
    /// shown.
    package var rest: Duration?

    package init() {}
}
