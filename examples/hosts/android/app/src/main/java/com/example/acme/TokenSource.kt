package com.example.acme

import android.os.Handler
import android.os.Looper
import android.util.Log
import java.net.HttpURLConnection
import java.net.URL
import java.util.concurrent.Executors

private const val BACKEND = "https://api.acme.example"

/** Gets tokens from your backend, which knows who is signed in. */
object TokenSource {
    private val network = Executors.newSingleThreadExecutor()
    private val main = Handler(Looper.getMainLooper())

    /** Calls back on the main thread. On failure it does not call back: the webview offers the user a retry. */
    fun fresh(callback: (String) -> Unit) = network.execute {
        try {
            val connection = URL("$BACKEND/voucher-token").openConnection() as HttpURLConnection
            connection.requestMethod = "POST"
            connection.connectTimeout = 3_000
            connection.readTimeout = 3_000
            // Add the credentials of your own session here.
            val jwt = connection.inputStream.bufferedReader().use { it.readText() }.trim()
            main.post { callback(jwt) }
        } catch (error: Exception) {
            Log.w("Vouchers", "no token", error)
        }
    }
}
