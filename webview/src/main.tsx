import { askAheadForHome } from './home/ahead.ts'
import { loadStart } from './load-start.ts'
import { takeToken } from './session/fragment.ts'
import { awaitTokens } from './session/incoming.ts'

// Before anything else: from here on the token is in memory only.
const token = takeToken()
awaitTokens(token)
// On a slow line this little is here long before the rest, so the service answers while the rest is on its way.
if (token !== null) askAheadForHome(token)
loadStart()
