import { WebView } from 'react-native-webview'
import { addressOf, SIGN_OUT } from './vouchers-bridge.js'

/** Render it when the user signs out: a webview without a size deletes what the phone keeps of them. */
export function SignOut({ onDone }) {
  return (
    <WebView
      containerStyle={{ height: 0, flex: 0 }}
      source={{ uri: addressOf() }}
      injectedJavaScript={SIGN_OUT}
      onMessage={({ nativeEvent }) => {
        if (JSON.parse(nativeEvent.data).type === 'counterfoil:signed-out') onDone()
      }}
    />
  )
}
