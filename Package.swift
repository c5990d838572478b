// swift-tools-version: 6.2
import PackageDescription

let swiftStrict: [SwiftSetting] = [.treatAllWarnings(as: .error)]
let cStrict: [CSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
    name: "LiveList",
    products: [
        .library(name: "LiveList", targets: ["LiveList"]),
        .executable(name: "livelistd", targets: ["livelistd"]),
    ],
    targets: [
        .systemLibrary(
            name: "CWebSockets", pkgConfig: "libwebsockets",
            providers: [.apt(["libwebsockets-dev", "libssl-dev"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .target(name: "CPage", cSettings: cStrict),
        .target(
            name: "LiveList", dependencies: ["CWebSockets", "CCrypto", "CSQLite", "CPage"],
            swiftSettings: swiftStrict),
        .executableTarget(
            name: "livelistd", dependencies: ["LiveList", "CWebSockets", "CLinux"],
            swiftSettings: swiftStrict),
        .testTarget(
            name: "LiveListTests", dependencies: ["LiveList", "livelistd"],
            resources: [.copy("Vectors")], swiftSettings: swiftStrict),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .gnu2x
)
