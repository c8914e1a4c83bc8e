// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Testing

/// A full disk, in a separate mount namespace.
@Suite struct FullDiskTests {
    /// The mount point of the disk, visible only inside the namespace. Its path is short, because that of a `TMPDIR`
    /// must be.
    private static let small = "/mnt"

    /// Runs a script in which a folder is a disk of 64 kB.
    private func play(_ script: String) throws -> (status: Int32, text: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
        process.arguments = [
            "--mount", "--map-root-user", "sh", "-c",
            "mount -t tmpfs -o size=64k none \(Self.small) || exit 99\n\(script)",
        ]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    /// Temporary files, results and `setup` files: the error says what is needed, without Foundation's wording.
    @Test(arguments: [
        ("TMPDIR=SMALL DRAY run -o OUT FILE", "/bus.conf"), ("DRAY run -o SMALL/out FILE", "SMALL/out/"),
        ("DRAY run -j 2 -o SMALL/out FILE FILE", "SMALL/out/"),
    ])
    func aFullDiskSaysWhatIsNeededAndWhatToDo(command: String, file: String) throws {
        let ground = try Playground()
        let scenario = try ground.write(
            "full.yaml",
            """
            name: full
            clients: {app: {command: [sh, -c, "echo on; exec sleep 300", "\(ground.mark)"]}}
            steps: [wait: {output: {client: app, text: on}}]
            """)
        let words = [
            ("DRAY", Playground.program.path), ("OUT", ground.path("out")), ("FILE", scenario),
            ("SMALL", Self.small),
        ]
        let line = words.reduce(command) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
        // The disk has inodes left, but no space.
        let (status, text) = try play("head -c 64000 /dev/zero >\(Self.small)/filling; \(line)")
        // Skipped where no namespace can be created.
        guard status != 99, !text.contains("unshare: ") else { return }
        #expect(status != 0)
        let place = words.reduce(file) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
        #expect(text.contains(place), "\(text)")
        #expect(text.contains("the disk is full (") && text.contains(" bytes were to be written, "), "\(text)")
        #expect(text.contains("make room there, or choose another folder with --output (results) or"), "\(text)")
        #expect(!text.contains("No space left") && !text.contains("Domain") && !text.contains("couldn"), "\(text)")
        #expect(ground.leftovers.isEmpty)
    }
}
