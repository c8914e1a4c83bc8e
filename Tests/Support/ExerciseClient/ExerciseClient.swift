// SPDX-License-Identifier: MIT

// The client's side of `exercise.xml`. Everything is generated; this file is here because SwiftPM wants one.
