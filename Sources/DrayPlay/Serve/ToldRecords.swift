// SPDX-License-Identifier: MIT

/// What those who listen were told last, so that they are told of what is new.
struct ToldRecords {
    var windows: [WindowRecord] = []
    var drag: DragStatus?
    var clients: [ClientRecord] = []
}
