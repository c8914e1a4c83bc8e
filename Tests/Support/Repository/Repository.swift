// SPDX-License-Identifier: MIT

/// The folders of this repository, as absolute paths at build time.
public enum Repository {
    /// The root folder.
    public static let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")

    /// The Python and shell programs that tests use as applications, services or helpers.
    public static let clients = root + "/Tests/Support/Clients"

    /// The scenarios of `make scenarios`.
    public static let scenarios = root + "/Tests/EndToEnd/Scenarios"
}
