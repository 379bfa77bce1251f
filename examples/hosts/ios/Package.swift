// swift-tools-version: 5.9
import PackageDescription

let package = Package(
    name: "AcmeVouchers",
    platforms: [.iOS(.v15)],
    products: [.library(name: "AcmeVouchers", targets: ["AcmeVouchers"])],
    targets: [.target(name: "AcmeVouchers", path: ".", exclude: ["Info.plist", "README.md"])]
)
