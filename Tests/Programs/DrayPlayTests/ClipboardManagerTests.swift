// SPDX-License-Identifier: MIT

import Bubblewrap
import Foundation
import Testing

/// `dray serve` with the common clipboard tools of wl-clipboard, which use `zwlr_data_control_v1` (WL-02).
///
/// They have no windows, so nothing ever has keyboard focus.
@Suite(.enabled(if: isThere("wl-copy") && isThere("wl-paste")))
struct ClipboardManagerTests {
    @Test func bothSelectionsAreSetAndReadWithoutAWindow() throws {
        try play(
            """
            printf %s copied | wl-copy
            printf %s marked | wl-copy --primary
            test "$(wl-paste --no-newline)" = copied
            test "$(wl-paste --primary --no-newline)" = marked
            wl-paste --list-types | grep --quiet --line-regexp 'text/plain;charset=utf-8'
            wl-copy --clear
            not wl-paste --no-newline
            test "$(wl-paste --primary --no-newline)" = marked
            """)
    }

    @Test func aWatcherReceivesEachCopyInOrder() throws {
        try play(
            """
            printf %s before | wl-copy
            mkfifo heard
            wl-paste --watch sh -c 'cat; echo' > heard &
            exec 3< heard
            for word in before one two three; do
                test $word = before || printf %s $word | wl-copy
                read -r line <&3
                test "$line" = $word
            done
            kill $!
            """)
    }

    @Test func aManagerRestoresTheContentOfAClientThatExited() throws {
        try play(
            """
            printf %s precious > content
            mkfifo heard
            wl-paste --watch sh -c 'case ${CLIPBOARD_STATE-data} in data) cat > stored; echo stored;; esac' > heard &
            watcher=$!
            exec 3< heard
            wl-copy --foreground < content &
            owner=$!
            read -r line <&3
            kill $owner
            wait $owner || true
            not wl-paste --no-newline
            wl-copy < stored
            test "$(wl-paste --no-newline)" = precious
            kill $watcher
            """)
    }

    @Test(.enabled(if: isThere("wayland-info") && canConfine))
    func aSandboxedClientHasNoAccess() throws {
        try play(
            """
            wayland-info > free
            bwrap --dev-bind / / wayland-info > confined
            for name in zwlr_data_control_manager_v1 ext_data_control_manager_v1; do
                grep --quiet $name free
                not grep $name confined
            done
            grep --quiet zwp_primary_selection_device_manager_v1 confined
            """)
    }

    /// Runs a shell script in a separate compositor and folder; every line must succeed.
    private func play(_ script: String) throws {
        let ground = try Playground()
        // `set -e` ignores the shell's own `!`.
        let head = "cd '\(ground.folder.path)'\nset -eux\nnot() { if \"$@\"; then exit 1; fi; }\n"
        let outcome = try ground.dray("serve", "--", "sh", try ground.write("script", head + script))
        #expect(outcome.status == 0, "\(outcome.output)\n\(outcome.errors)")
    }
}

private func isThere(_ program: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)")
}
