// SPDX-License-Identifier: MIT

/// The command line: for now only its name, until the commands are there.
@main
struct Dray {
    static func main() {
        print("dray")
    }
}
