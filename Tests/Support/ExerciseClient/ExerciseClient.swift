// SPDX-License-Identifier: MIT

// The client side of `exercise.xml`. All code is generated; SwiftPM requires a source file.
