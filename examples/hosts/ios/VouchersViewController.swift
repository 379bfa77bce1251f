import UIKit
import WebKit

/// The address of the service.
let service = URL(string: "https://vouchers.example.com")!

/// The screens that a push message may open. Anything else opens home.
private let screen = "^(wallet(/history)?|(vouchers|merchants|redemptions)/[0-9a-f-]{36})$"

final class VouchersViewController: UIViewController, WKNavigationDelegate, WKUIDelegate {
    private let path: String
    private var webView: WKWebView!

    init(path: String = "") {
        self.path = path.range(of: screen, options: .regularExpression) == nil ? "" : path
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { fatalError("use init(path:)") }

    override func loadView() {
        let configuration = WKWebViewConfiguration()
        configuration.userContentController.addScriptMessageHandler(
            Bridge(owner: self), contentWorld: .page, name: "counterfoil")
        webView = WKWebView(frame: .zero, configuration: configuration)
        webView.navigationDelegate = self
        webView.uiDelegate = self
        // The swipe from the edge goes back, screen by screen.
        webView.allowsBackForwardNavigationGestures = true
        view = webView
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        navigationItem.leftBarButtonItem = UIBarButtonItem(
            image: UIImage(systemName: "chevron.backward"), style: .plain, target: self, action: #selector(goBack))
        navigationItem.leftBarButtonItem?.accessibilityLabel = "Back"
        // The webview asks the bridge for the token, so it is in no address.
        webView.load(URLRequest(url: URL(string: "/app/\(path)?close=true", relativeTo: service)!))
    }

    @objc private func goBack() {
        if webView.canGoBack { webView.goBack() } else { close() }
    }

    fileprivate func close() {
        if let navigation = navigationController, navigation.viewControllers.first !== self {
            navigation.popViewController(animated: true)
        } else {
            dismiss(animated: true)
        }
    }

    /// Maps and all other links open in their own apps.
    func webView(
        _ webView: WKWebView, decidePolicyFor action: WKNavigationAction,
        decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
    ) {
        guard let url = action.request.url, !isOurs(url) else { return decisionHandler(.allow) }
        UIApplication.shared.open(url)
        decisionHandler(.cancel)
    }

    /// Links with `target="_blank"`, such as those to maps, arrive here. Without this method they do nothing.
    func webView(
        _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
        for action: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? {
        if let url = action.request.url { UIApplication.shared.open(url) }
        return nil
    }

    /// iOS ends the process of a webview when memory is low. The webview then asks for a token again.
    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
        webView.reload()
    }

    private func isOurs(_ url: URL) -> Bool {
        url.scheme == service.scheme && url.host == service.host && url.path.hasPrefix("/app")
    }
}

/// The content controller retains its handler, so the handler must not retain the view controller.
private final class Bridge: NSObject, WKScriptMessageHandlerWithReply {
    private weak var owner: VouchersViewController?

    init(owner: VouchersViewController) { self.owner = owner }

    func userContentController(
        _ controller: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping (Any?, String?) -> Void
    ) {
        let body = message.body as? [String: Any] ?? [:]
        switch body["type"] as? String {
        case "token-needed":
            Task { @MainActor in
                do { replyHandler(try await TokenSource.fresh(), nil) } catch { replyHandler(nil, "no token") }
            }
            return
        case "redeemed": print("redeemed", body["voucherId"] ?? "")
        case "navigated": print("screen", body["path"] ?? "")
        case "closed": owner?.close()
        default: break
        }
        replyHandler(nil, nil)
    }
}
