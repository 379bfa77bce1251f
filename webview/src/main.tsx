import { prefetchHome } from './home/prefetch-home.ts'
import { loadStart } from './load-start.ts'
import { prefetchScreen } from './prefetch-screen.ts'
import { FIRST_SCREEN_PATH } from './routing/path.ts'
import { receiveFromHost } from './session/incoming.ts'
import { keepToken, keptToken } from './session/kept-token.ts'
import { takeToken } from './session/take-token.ts'

// This runs first, so that the token leaves the URL at once. A reload before the app has loaded must not lose it.
const token = takeToken() ?? keptToken()
keepToken(token)
receiveFromHost(token)
// On a slow connection this small script arrives first, so the service responds while the app still loads.
if (token !== null) {
  if (FIRST_SCREEN_PATH) prefetchScreen(FIRST_SCREEN_PATH, token)
  else prefetchHome(token)
}
loadStart()
