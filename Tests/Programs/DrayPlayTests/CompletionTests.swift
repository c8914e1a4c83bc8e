// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Shell completion with the script that `make install` installs.
@Suite struct CompletionTests {
    @Test(arguments: [
        ("dray s", ["serve", "schema"]), ("dray serve --inp", ["--input"]),
        ("dray serve --input ", ["virtual", "libinput"]), ("dray serve --open ", ["direct", "libseat"]),
        ("dray run --rec", ["--record"]), ("dray ctl pr", ["press"]),
    ])
    func bashCompletes(line: String, words: [String]) throws {
        let ground = try Playground()
        let script = try ground.write(
            "dray.bash", try ground.dray("--generate-completion-script", "bash").output)
        // As bash does for Tab at the end of the line.
        let tab = """
            source "$1"; COMP_LINE=$2; COMP_POINT=${#COMP_LINE}; COMP_TYPE=9
            read -ra COMP_WORDS <<<"$2"; case $2 in *' ') COMP_WORDS+=("");; esac
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _dray dray "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let bash = Process()
        bash.executableURL = URL(fileURLWithPath: "/bin/bash")
        bash.arguments = ["-c", tab, "bash", script, line]
        let output = Pipe()
        bash.standardOutput = output
        try bash.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        bash.waitUntilExit()
        #expect(Set(text.split(separator: "\n").map(String.init)) == Set(words))
    }
}
