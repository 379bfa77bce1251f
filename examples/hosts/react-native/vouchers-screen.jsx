import { useEffect, useRef, useState } from 'react'
import { BackHandler, Linking } from 'react-native'
import { WebView } from 'react-native-webview'
import { addressOf, receive, staysInside } from './vouchers-bridge.js'

/** `path` comes from a push message: `vouchers/<id>`. `onClose` leaves the screen. */
export function VouchersScreen({ path, onClose }) {
  const webView = useRef(null)
  const [canGoBack, setCanGoBack] = useState(false)

  // Android's back button goes back screen by screen, then leaves. On iOS, the swipe does it.
  useEffect(() => {
    const subscription = BackHandler.addEventListener('hardwareBackPress', () => {
      if (canGoBack) webView.current?.goBack()
      else onClose()
      return true
    })
    return () => subscription.remove()
  }, [canGoBack, onClose])

  const openOutside = (url) => Linking.openURL(url).catch(() => {})
  const host = { inject: (script) => webView.current?.injectJavaScript(script), onClose }

  return (
    <WebView
      ref={webView}
      source={{ uri: addressOf(path) }}
      // All schemes reach onShouldStartLoadWithRequest, which decides.
      originWhitelist={['*']}
      onShouldStartLoadWithRequest={({ url }) => {
        if (staysInside(url)) return true
        openOutside(url)
        return false
      }}
      // Links with target="_blank", such as those to maps.
      setSupportMultipleWindows={false}
      onOpenWindow={({ nativeEvent }) => openOutside(nativeEvent.targetUrl)}
      // Without a token, the webview offers the user a retry.
      onMessage={({ nativeEvent }) => receive(nativeEvent.data, host).catch(() => {})}
      onNavigationStateChange={(state) => setCanGoBack(state.canGoBack)}
      geolocationEnabled
      allowsBackForwardNavigationGestures
      // iOS ends the process of a webview when memory is low.
      onContentProcessDidTerminate={() => webView.current?.reload()}
    />
  )
}
