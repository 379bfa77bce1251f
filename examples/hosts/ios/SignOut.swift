import WebKit

/// Call it when the user signs out: deletes what the phone keeps of them.
@MainActor
func signOutOfVouchers() async {
    let store = WKWebsiteDataStore.default()
    let types = WKWebsiteDataStore.allWebsiteDataTypes()
    let records = await store.dataRecords(ofTypes: types)
    // A record is named by its site, such as `example.com`.
    let ours = records.filter { service.host == $0.displayName || service.host?.hasSuffix("." + $0.displayName) == true }
    await store.removeData(ofTypes: types, for: ours)
}
