import { prefetchHome } from './home/prefetch-home.ts'
import { loadStart } from './load-start.ts'
import { receiveTokens } from './session/incoming-tokens.ts'
import { takeToken } from './session/take-token.ts'

// First of all, so that from now on the token is in memory only.
const token = takeToken()
receiveTokens(token)
// On a slow connection this small script arrives first, so the service responds while the app still loads.
if (token !== null) prefetchHome(token)
loadStart()
