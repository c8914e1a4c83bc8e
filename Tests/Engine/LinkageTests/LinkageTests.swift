// SPDX-License-Identifier: MIT

import Glibc
import Testing

/// No module below the executable needs Foundation, Dispatch or the concurrency runtime.
///
/// A library's DT_NEEDED entries do not show this: the compiler imports the concurrency and string processing modules
/// into every file, and each import links their libraries, used or not. Therefore the tests compare the undefined
/// symbols of the modules' object files with the symbols of those libraries.
@Suite struct LinkageTests {
    /// The modules that a compositor may load. Add each new one.
    static let modules = [
        "WaylandUtil", "WaylandServer", "WaylandClient", "DrayCore", "DrayServer", "DrayInput", "DrayPresentation",
        "DrayLibseat", "DrayTransfer", "DrayAccess", "Dray", "HeadlessDesktop", "DrayHeadless", "DrayProxy",
        "DrayRules", "DrayX11", "DrayXwayland", "XCB",
    ]

    static let runtimes = [
        "libFoundation.so", "libFoundationEssentials.so", "libFoundationInternationalization.so", "libdispatch.so",
        "libswiftDispatch.so", "libswift_Concurrency.so", "libswift_StringProcessing.so",
    ]

    @Test(arguments: modules)
    func moduleNeedsNoLargeRuntime(module: String) throws {
        let objects = try Self.objects(of: module)
        #expect(!objects.isEmpty, "there are no object files of \(module)")
        let files = try objects.map(ObjectFile.init)
        // Optimised code shares identical specialisations of generic functions between its object files; the runtimes
        // contain some of them as well.
        let own = files.reduce(into: Set<String>()) { $0.formUnion($1.defined) }
        let needed = files.reduce(into: Set<String>()) { $0.formUnion($1.undefined) }.subtracting(own)
        #expect(!needed.isEmpty)
        for runtime in Self.runtimes {
            let found = needed.intersection(try ObjectFile("\(try Self.runtimeFolder())/\(runtime)").defined)
            #expect(found.isEmpty, "\(module) needs \(runtime) for \(found.sorted().prefix(5).joined(separator: ", "))")
        }
    }

    /// libinput loads GLib and nine more libraries through libwacom, which only programs with input devices need.
    @Test func libinputIsLoadedOnDemand() throws {
        let needed = try Self.objects(of: "DrayInput").reduce(into: Set<String>()) {
            $0.formUnion(try ObjectFile($1).undefined)
        }
        #expect(needed.contains("dlopen"))
        #expect(needed.filter { $0.hasPrefix("libinput_") || $0.hasPrefix("udev_") } == [])
    }

    /// libseat loads logind's library and its dependencies, which takes longer than all of `dray --version`, so it is
    /// loaded when a seat is opened.
    @Test func libseatIsLoadedOnDemand() throws {
        let needed = try Self.objects(of: "DrayLibseat").reduce(into: Set<String>()) {
            $0.formUnion(try ObjectFile($1).undefined)
        }
        #expect(needed.contains("dlopen"))
        #expect(needed.filter { $0.hasPrefix("libseat_") } == [])
    }

    /// A compositor without X11 windows needs no libxcb.
    @Test func libxcbIsLoadedOnDemand() throws {
        let needed = try Self.objects(of: "XCB").reduce(into: Set<String>()) {
            $0.formUnion(try ObjectFile($1).undefined)
        }
        #expect(needed.contains("dlopen"))
        #expect(needed.filter { $0.hasPrefix("xcb_") } == [])
    }

    /// Verifies the method: these tests themselves use the concurrency runtime.
    @Test func testsNeedConcurrencyRuntime() throws {
        let needed = try Self.objects(of: "LinkageTests").reduce(into: Set<String>()) {
            $0.formUnion(try ObjectFile($1).undefined)
        }
        let runtime = try ObjectFile("\(try Self.runtimeFolder())/libswift_Concurrency.so")
        #expect(!needed.isDisjoint(with: runtime.defined))
    }

    /// Returns the object files next to the binary that contains the tests.
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

    /// Returns the path of a file that is mapped by this process.
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
