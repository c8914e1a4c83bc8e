// SPDX-License-Identifier: MIT

/// The state last sent to listeners, for detecting changes.
struct ToldRecords {
    var windows: [WindowRecord] = []
    var drag: DragStatus?
    var clients: [ClientRecord] = []
}
