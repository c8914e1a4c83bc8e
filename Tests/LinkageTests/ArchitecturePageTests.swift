// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The documentation's page of the architecture shows the house as it is: each module of Swift stands on a floor, each other
/// folder is named, and nothing uses what is not below it.
@Suite struct ArchitecturePageTests {
    private static let package = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
    private let page: String
    private let folders: Set<String>
    /// The floor of each module, as the page has it.
    private var floors: [String: Int] = [:]

    init() throws {
        page = try Self.text(of: Self.package + "/Sources/Dray/Dray.docc/Architecture.md")
        folders = Set(try FileManager.default.contentsOfDirectory(atPath: Self.package + "/Sources"))
        let blocks = page.split(separator: "## The floors")[1].split(separator: "```")
        var floor: Int?
        for line in blocks[1].split(separator: "\n") {
            floor = Int(line.prefix(3).filter(\.isNumber)) ?? floor
            // Two names stand beside each other in columns.
            for word in line.dropFirst(3).prefix(30).split(separator: " ") where folders.contains(String(word)) {
                floors[String(word)] = floor
            }
        }
    }

    @Test func eachFolderOfTheSourcesIsThere() throws {
        for folder in folders.sorted() {
            let files = try Self.files(below: Self.package + "/Sources/" + folder)
            if files.contains(where: { $0.hasSuffix(".swift") }) {
                #expect(floors[folder] != nil, "\(folder) is on no floor")
            } else {
                #expect(page.contains("`\(folder)`") || floors[folder] != nil, "\(folder) is not named")
            }
        }
    }

    @Test func modulesUseLowerFloorsOnly() throws {
        try #require(floors.count > 20)
        for (module, floor) in floors.sorted(by: { $0.key < $1.key }) {
            for file in try Self.files(below: Self.package + "/Sources/" + module) where file.hasSuffix(".swift") {
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

    /// The picture has each floor at a height of its own, which the floor's number has too.
    @Test func thePictureHasTheSameFloors() throws {
        let picture = try Self.text(of: Self.package + "/Sources/Dray/Dray.docc/Resources/floors.svg")
        var heights: [String: String] = [:]
        for match in picture.matches(of: /<text [^>]*y="(\d+)"[^>]*>([^<]+)</) {
            for name in match.2.split(separator: ", ") { heights[String(name)] = String(match.1) }
        }
        for (module, floor) in floors.sorted(by: { $0.key < $1.key }) {
            let height = try #require(heights[module].flatMap(Int.init), "\(module) is not in the picture")
            let line = try #require(heights["\(floor)"].flatMap(Int.init))
            #expect(abs(height - line) < 30, "\(module) stands on another floor in the picture")
        }
    }

    /// What the page of where to change what, and the README, send a reader to is there.
    @Test func whatPagesNameIsThere() throws {
        let readme = try Self.text(of: Self.package + "/README.md").split(separator: "## How it is built")
        let table = readme.last.map(String.init) ?? ""
        for folder in folders.sorted() where floors[folder] != nil {
            #expect(table.contains("`\(folder)`"), "\(folder) is not in the README")
        }
        let files = try ["Sources", "Tests", "meson-shims"].flatMap { try Self.files(below: Self.package + "/" + $0) }
        let page = try Self.text(of: Self.package + "/Sources/Dray/Dray.docc/Where.md")
        for match in page.matches(of: /`([A-Za-z][\w+\-]*(?:\/[\w+.\-]+)+)`/) {
            #expect(files.contains { $0.contains("/" + match.1) }, "Where.md names \(match.1)")
        }
    }

    private static func files(below folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).map { folder + "/" + $0 }
    }

    private static func text(of path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
}
