// SPDX-License-Identifier: MIT

import Glibc
import Testing

/// No module below the executable needs Foundation, Dispatch or the concurrency runtime.
///
/// What a linked library names as needed does not answer that: the compiler imports the concurrency and string processing
/// modules into every file, and each import asks the linker for its library, used or not. So this looks at the symbols
/// that the modules' object files leave to others, and at what those libraries hold.
@Suite struct LinkageTests {
    /// Add each module that a compositor may load.
    static let modules = [
        "WaylandUtil", "WaylandServer", "WaylandClient", "DrayCore", "DrayServer", "DrayInput", "DrayPresentation",
        "DrayLibseat", "DrayTransfer", "DrayAccess", "Dray", "HeadlessDesktop", "DrayHeadless", "DrayProxy", "DrayX11",
        "DrayXwayland", "XCB",
    ]

    static let runtimes = [
        "libFoundation.so", "libFoundationEssentials.so", "libFoundationInternationalization.so", "libdispatch.so",
        "libswiftDispatch.so", "libswift_Concurrency.so", "libswift_StringProcessing.so",
    ]

    @Test(arguments: modules)
    func aModuleNeedsNothingOfTheLargeRuntimes(module: String) throws {
        let objects = try Self.objects(of: module)
        #expect(!objects.isEmpty, "the module has been built beside these tests")
        let files = try objects.map(ObjectFile.init)
        // Optimised code shares generic functions, specialised alike, between its own objects; the runtimes have some too.
        let own = files.reduce(into: Set<String>()) { $0.formUnion($1.defined) }
        let needed = files.reduce(into: Set<String>()) { $0.formUnion($1.undefined) }.subtracting(own)
        #expect(!needed.isEmpty)
        for runtime in Self.runtimes {
            let found = needed.intersection(try ObjectFile("\(try Self.runtimeFolder())/\(runtime)").defined)
            #expect(found.isEmpty, "\(module) needs \(runtime) for \(found.sorted().prefix(5).joined(separator: ", "))")
        }
    }

    /// libinput brings GLib and nine more by way of libwacom, which only those need who have devices.
    @Test func libinputIsNotLoadedWithTheProgram() throws {
        let needed = try Self.objects(of: "DrayInput").reduce(into: Set<String>()) {
            $0.formUnion(try ObjectFile($1).undefined)
        }
        #expect(needed.contains("dlopen"))
        #expect(needed.filter { $0.hasPrefix("libinput_") || $0.hasPrefix("udev_") } == [])
    }

    /// libseat brings logind's library and that one's along, which take longer to load than all of `dray --version`. So it is
    /// loaded when a seat is asked for.
    @Test func libseatIsNotLoadedWithTheProgram() throws {
        let needed = try Self.objects(of: "DrayLibseat").reduce(into: Set<String>()) {
            $0.formUnion(try ObjectFile($1).undefined)
        }
        #expect(needed.contains("dlopen"))
        #expect(needed.filter { $0.hasPrefix("libseat_") } == [])
    }

    /// A compositor without X11 windows needs no libxcb.
    @Test func libxcbIsNotLoadedWithTheProgram() throws {
        let needed = try Self.objects(of: "XCB").reduce(into: Set<String>()) {
            $0.formUnion(try ObjectFile($1).undefined)
        }
        #expect(needed.contains("dlopen"))
        #expect(needed.filter { $0.hasPrefix("xcb_") } == [])
    }

    /// The search finds what it looks for where it is: these tests themselves run on the concurrency runtime.
    @Test func theTestsThemselvesNeedConcurrency() throws {
        let needed = try Self.objects(of: "LinkageTests").reduce(into: Set<String>()) {
            $0.formUnion(try ObjectFile($1).undefined)
        }
        let runtime = try ObjectFile("\(try Self.runtimeFolder())/libswift_Concurrency.so")
        #expect(!needed.isDisjoint(with: runtime.defined))
    }

    /// The object files lie beside the binary that holds the tests.
    private static func objects(of module: String) throws -> [String] {
        let folder = try folder(of: mapped { $0.hasSuffix(".xctest") }) + "/\(module).build"
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var objects: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(entry.pointee.d_reclen)) { String(cString: $0) }
            }
            if name.hasSuffix(".o") { objects.append("\(folder)/\(name)") }
        }
        return objects
    }

    private static func runtimeFolder() throws -> String {
        folder(of: try mapped { $0.hasSuffix("/libswiftCore.so") })
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    /// The path of a file that is part of this process.
    private static func mapped(_ isWanted: (String) -> Bool) throws -> String {
        guard let file = fopen("/proc/self/maps", "r") else { throw ObjectFile.Unreadable(path: "/proc/self/maps") }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 5000)
        while fgets(&line, Int32(line.count), file) != nil {
            let text = line.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
            guard let start = text.firstIndex(of: "/") else { continue }
            let path = String(text[start...].dropLast())
            if isWanted(path) { return path }
        }
        throw ObjectFile.Unreadable(path: "a file of this process")
    }
}
