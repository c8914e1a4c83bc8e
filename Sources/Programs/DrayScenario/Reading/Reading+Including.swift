// SPDX-License-Identifier: MIT

import Glibc

// Steps from other files. Files may include others, but not themselves, and the total is limited.

extension Reading {
    /// The maximum depth of nested inclusions.
    private static let depthLimit = 16

    /// The steps of another file; nil, with a diagnostic, if they cannot be read.
    func steps(of request: Include.Request) -> [Step]? {
        guard !inclusions.isExhausted else { return nil }  // Already reported.
        let path = path(of: request.file.value)
        let identity = Self.identity(of: path)
        let name = SourceText.name(of: request.file.value, besides: source.name)
        if let first = chain.firstIndex(where: { $0.identity == identity }) {
            let circle = (chain[first...].map(\.name) + [chain[first].name]).joined(separator: " → ")
            report("a file cannot include itself", key: request.file, help: circle)
            return nil
        }
        guard chain.count <= Self.depthLimit else {
            report(
                "the inclusions are nested too deeply", key: request.file,
                help: "at most \(Self.depthLimit) levels")
            return nil
        }
        let file: Inclusions.File
        do throws(SourceText.Unreadable) {
            file = try inclusions.file(path, name: name, includedAt: request.file.location)
        } catch {
            report(
                "`\(request.file.value)` cannot be included: \(error.reason)", key: request.file,
                help: "looked for \(path)")
            return nil
        }
        report(file.diagnostics)
        guard file.diagnostics.isEmpty, let root = file.root else { return nil }
        guard inclusions.spend(root.valueCount) else {
            report(
                "too much is included", key: request.file,
                help: "at most \(Inclusions.limit.times) files and \(Inclusions.limit.values) values, in all runs")
            return nil
        }
        guard case .mapping(let entries) = root.content else {
            report("expected a mapping, found \(root.kind)", at: root.location, help: "`steps:`, and `parameters:`")
            return nil
        }
        guard let bindings = bindings(for: request, of: entries, in: file.source) else { return nil }
        return within(file.source, identity: identity, folder: Self.folder(of: path), bindings) {
            Include.body.read(root, self)
        }
    }

    /// The values of `${name}` in an included file: the predefined ones and the file's own parameters.
    private func bindings(
        for request: Include.Request, of entries: [SourceNode.Entry], in source: SourceText
    ) -> [String: String]? {
        let before = diagnostics.count
        var found: [Diagnostic] = []
        let parameters = Parameters(
            of: entries.filter { $0.key.value != "matrix" }, source: source, surroundings: surroundings,
            overrides: [], diagnostics: &found)
        report(found)
        let names = parameters.defaults.map(\.name)
        for (key, _) in request.values where !names.contains(key.value) {
            report(
                "there is no parameter `\(key.value)` to set\(Suggestion.phrase(for: key.value, among: names))",
                key: key,
                help: names.isEmpty
                    ? "\(source.name) has no parameters" : "parameters: \(names.joined(separator: ", "))")
        }
        guard diagnostics.count == before else { return nil }
        let overrides = request.values.map { Binding(name: $0.key.value, value: $0.value) }
        let changed = Parameters(
            of: entries.filter { $0.key.value != "matrix" }, source: source, surroundings: surroundings,
            overrides: overrides, diagnostics: &found)
        return changed.bindings(for: [], surroundings)
    }

    /// The resolved path, which identifies a file independently of links.
    static func identity(of path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    private static func folder(of path: String) -> String {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        return folder.isEmpty ? "/" : folder
    }
}

extension SourceText {
    /// The name in diagnostics of a file that another file refers to: relative to the same folder as that file's name.
    static func name(of file: String, besides other: String) -> String {
        let folder = other.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let whole = file.hasPrefix("/") ? file : (folder + [Substring(file)]).joined(separator: "/")
        var parts: [Substring] = []
        for part in whole.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
        }
        return (whole.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }
}
