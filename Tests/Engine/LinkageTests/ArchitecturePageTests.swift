// SPDX-License-Identifier: MIT

import Foundation
import Repository
import Testing

/// The architecture page matches the sources: each Swift module is on a floor, each other folder is named, and modules
/// import only modules on lower floors.
@Suite struct ArchitecturePageTests {
    private let page: String
    /// The folders in `Sources`.
    private let groups: [String]
    /// The path of each module's folder by name.
    private let folders: [String: String]
    /// The floor of each module on the page.
    private var floors: [String: Int] = [:]

    init() throws {
        page = try Self.text(of: Repository.root + "/docs/architecture.md")
        var folders: [String: String] = [:]
        groups = try FileManager.default.contentsOfDirectory(atPath: Repository.root + "/Sources")
        for group in groups {
            for folder in try FileManager.default.contentsOfDirectory(atPath: Repository.root + "/Sources/" + group) {
                folders[folder] = Repository.root + "/Sources/" + group + "/" + folder
            }
        }
        self.folders = folders
        for line in page.split(separator: "## Floors")[1].split(separator: "\n") where line.hasPrefix("|") {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 3, let floor = Int(cells[0]) else { continue }
            for match in cells[1].matches(of: /`([^`]+)`/) where folders[String(match.1)] != nil {
                floors[String(match.1)] = floor
            }
        }
    }

    @Test func everySourceFolderIsOnThePage() throws {
        for (folder, path) in folders.sorted(by: { $0.key < $1.key }) {
            let files = try Self.files(below: path)
            if files.contains(where: { $0.hasSuffix(".swift") }) {
                #expect(floors[folder] != nil, "\(folder) is on no floor")
            } else {
                #expect(page.contains("`\(folder)`") || floors[folder] != nil, "\(folder) is not on the page")
            }
        }
    }

    @Test func modulesUseLowerFloorsOnly() throws {
        try #require(floors.count > 20)
        for (module, floor) in floors.sorted(by: { $0.key < $1.key }) {
            for file in try Self.files(below: folders[module] ?? "") where file.hasSuffix(".swift") {
                for line in try Self.text(of: file).split(separator: "\n") {
                    let words = line.split(separator: " ")
                    guard let place = words.firstIndex(of: "import"), place < 3, place + 1 < words.count,
                        let used = floors[String(words[place + 1])]
                    else { continue }
                    #expect(used < floor, "\(file): \(line)")
                }
            }
        }
    }

    /// The diagram shows each floor at a height of its own, next to the floor's number.
    @Test func diagramShowsTheSameFloors() throws {
        let picture = try Self.text(of: Repository.root + "/docs/images/floors.svg")
        var heights: [String: String] = [:]
        for match in picture.matches(of: /<text [^>]*y="(\d+)"[^>]*>([^<]+)</) {
            for name in match.2.split(separator: ", ") { heights[String(name)] = String(match.1) }
        }
        for (module, floor) in floors.sorted(by: { $0.key < $1.key }) {
            let height = try #require(heights[module].flatMap(Int.init), "\(module) is not in the picture")
            let line = try #require(heights["\(floor)"].flatMap(Int.init))
            #expect(abs(height - line) < 30, "\(module) is on another floor in the diagram")
        }
    }

    /// The README names each folder of the sources, and the files that where-to-change.md names exist.
    @Test func pathsOnPagesExist() throws {
        let readme = try Self.text(of: Repository.root + "/README.md").split(separator: "## How it is built")
        let table = readme.last.map(String.init) ?? ""
        for group in groups {
            #expect(table.contains("`Sources/\(group)`"), "\(group) is not in the README")
        }
        let files = try ["Sources", "Tests", "meson-shims"].flatMap {
            try Self.files(below: Repository.root + "/" + $0)
        }
        let page = try Self.text(of: Repository.root + "/docs/where-to-change.md")
        for match in page.matches(of: /`([A-Za-z][\w+\-]*(?:\/[\w+.\-]+)+)`/) {
            #expect(files.contains { $0.contains("/" + match.1) }, "where-to-change.md names \(match.1)")
        }
    }

    private static func files(below folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).map { folder + "/" + $0 }
    }

    private static func text(of path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
}
