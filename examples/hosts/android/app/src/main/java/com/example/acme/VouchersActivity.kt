package com.example.acme

import android.Manifest.permission.ACCESS_COARSE_LOCATION
import android.Manifest.permission.ACCESS_FINE_LOCATION
import android.annotation.SuppressLint
import android.content.ActivityNotFoundException
import android.content.Context
import android.content.Intent
import android.content.pm.PackageManager
import android.os.Bundle
import android.util.Log
import android.webkit.GeolocationPermissions
import android.webkit.JavascriptInterface
import android.webkit.WebChromeClient
import android.webkit.WebResourceRequest
import android.webkit.WebStorage
import android.webkit.WebView
import android.webkit.WebViewClient
import androidx.activity.ComponentActivity
import androidx.activity.addCallback
import androidx.activity.result.contract.ActivityResultContracts.RequestMultiplePermissions
import androidx.core.content.ContextCompat
import androidx.webkit.WebViewCompat
import androidx.webkit.WebViewFeature
import org.json.JSONObject

private const val SERVICE = "https://vouchers.example.com"
private const val PATH = "path"

/** The screens that a push message may open. Anything else opens home. */
private val SCREEN = Regex("""wallet(/history)?|(vouchers|merchants|redemptions)/[0-9a-f-]{36}""")

class VouchersActivity : ComponentActivity() {
    private lateinit var webView: WebView
    private var answerLocation: ((Boolean) -> Unit)? = null
    private val locationPermission = registerForActivityResult(RequestMultiplePermissions()) { granted ->
        answerLocation?.invoke(granted.values.any { it })
        answerLocation = null
    }

    @SuppressLint("SetJavaScriptEnabled")
    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        webView = WebView(this)
        setContentView(webView)
        webView.settings.javaScriptEnabled = true
        webView.settings.domStorageEnabled = true
        webView.settings.setGeolocationEnabled(true)
        webView.webChromeClient = Prompts()
        webView.webViewClient = Links()
        addBridge()
        onBackPressedDispatcher.addCallback(this) {
            if (webView.canGoBack()) webView.goBack() else finish()
        }
        load(intent)
    }

    /** A push message while the app is open. */
    override fun onNewIntent(intent: Intent) {
        super.onNewIntent(intent)
        load(intent)
    }

    override fun onDestroy() {
        webView.destroy()
        super.onDestroy()
    }

    private fun load(intent: Intent) {
        val path = intent.getStringExtra(PATH)?.takeIf { SCREEN.matches(it) } ?: ""
        // The webview asks the bridge for the token, so it is in no address.
        webView.loadUrl("$SERVICE/app/$path?close=true")
    }

    /** The listener is visible to the service only. The older interface is visible to every page in this webview. */
    private fun addBridge() {
        if (WebViewFeature.isFeatureSupported(WebViewFeature.WEB_MESSAGE_LISTENER)) {
            WebViewCompat.addWebMessageListener(webView, "CounterfoilHost", setOf(SERVICE)) { _, message, _, _, reply ->
                receive(message.data ?: "{}") { jwt -> reply.postMessage(jwt) }
            }
        } else {
            webView.addJavascriptInterface(OlderBridge(), "CounterfoilHost")
        }
    }

    private inner class OlderBridge {
        @JavascriptInterface
        fun postMessage(json: String) = runOnUiThread {
            receive(json) { jwt ->
                webView.evaluateJavascript("Counterfoil.setToken(${JSONObject.quote(jwt)})", null)
            }
        }
    }

    private fun receive(json: String, reply: (String) -> Unit) {
        val message = JSONObject(json)
        when (message.optString("type")) {
            "counterfoil:token-needed" -> TokenSource.fresh(reply)
            "counterfoil:redeemed" -> Log.i("Vouchers", "redeemed ${message.optString("voucherId")}")
            "counterfoil:navigated" -> Log.i("Vouchers", "screen ${message.optString("path")}")
            "counterfoil:closed" -> finish()
        }
    }

    private inner class Prompts : WebChromeClient() {
        override fun onGeolocationPermissionsShowPrompt(origin: String, callback: GeolocationPermissions.Callback) {
            val isService = origin.trimEnd('/') == SERVICE
            if (!isService || hasLocation()) return callback.invoke(origin, isService, false)
            answerLocation = { isGranted -> callback.invoke(origin, isGranted, false) }
            locationPermission.launch(arrayOf(ACCESS_FINE_LOCATION, ACCESS_COARSE_LOCATION))
        }

        override fun onGeolocationPermissionsHidePrompt() {
            answerLocation = null
        }
    }

    private fun hasLocation() = listOf(ACCESS_FINE_LOCATION, ACCESS_COARSE_LOCATION).any {
        ContextCompat.checkSelfPermission(this, it) == PackageManager.PERMISSION_GRANTED
    }

    /** Maps (`geo:`) and all other links open in their own apps. */
    private inner class Links : WebViewClient() {
        override fun shouldOverrideUrlLoading(view: WebView, request: WebResourceRequest): Boolean {
            if (request.url.toString().startsWith("$SERVICE/app/")) return false
            try {
                startActivity(Intent(Intent.ACTION_VIEW, request.url))
            } catch (error: ActivityNotFoundException) {
                Log.w("Vouchers", "no app opens ${request.url.scheme}", error)
            }
            return true
        }
    }

    companion object {
        /** Opens a screen, for example `vouchers/<id>`. */
        fun intent(context: Context, path: String): Intent =
            Intent(context, VouchersActivity::class.java).putExtra(PATH, path)

        /** Call it when the user signs out: deletes what the phone keeps of them. */
        fun signOut() = WebStorage.getInstance().deleteOrigin(SERVICE)
    }
}
