import { askAhead } from './home/first-answers.ts'
import { takeToken } from './session/fragment.ts'
import { openSession } from './session/session.ts'

// Before anything else: from here on the token is in memory only.
const token = takeToken()
openSession(token)
// On a slow line this little is here long before the rest, so the service answers while the rest is on its way.
if (token !== null) askAhead()
import('./start.tsx')
