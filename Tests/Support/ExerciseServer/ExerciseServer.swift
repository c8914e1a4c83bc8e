// SPDX-License-Identifier: MIT

// The server side of `exercise.xml`. All code is generated; SwiftPM requires a source file.
