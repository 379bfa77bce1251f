import { hasKeptAttempts } from '../redeem/kept-names.ts'
import { tellHost } from '../session/host.ts'
import { isDataKept } from '../session/kept-marker.ts'
import { blockReason, currentIdentity, onSession, openWithoutToken, prepareUser } from '../session/session.ts'

/** A blocked database must not keep the user waiting. Nothing of another user is shown meanwhile. */
const MAX_WAIT_MS = 1_000
const GONE = ['user_not_found', 'partner_disabled']

const keptData = () => import('./kept-data.ts')

/** Restores what is kept for a user before their first screen, and deletes it when they leave. Call it before the session opens. */
export function followSession(): void {
  prepareUser((identity) => (isDataKept() ? restoreInTime(identity) : null))
  onSession((change) => {
    if (change === 'named') void restoreNamed()
    else if (change === 'another-user') void deleteAll()
    else if (GONE.includes(blockReason() ?? '') && isDataKept()) void deleteKept()
  })
}

async function restoreInTime(identity: string): Promise<void> {
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, MAX_WAIT_MS))
  const restored = keptData().then(({ restoreKept }) => restoreKept(identity))
  await Promise.race([restored, timeout]).catch(() => {})
}

/** Shows kept data without a token, if it belongs to the user whom the host names. */
async function restoreNamed(): Promise<void> {
  const identity = currentIdentity()
  if (!isDataKept()) return
  const { restoreKept } = await keptData()
  const isFound = await restoreKept(identity)
  if (isFound && currentIdentity() === identity) openWithoutToken()
}

async function deleteAll(): Promise<void> {
  const isSignedOut = currentIdentity() === ''
  // Without a user, all attempts are those of somebody else, which are dropped.
  if (isSignedOut && hasKeptAttempts()) (await import('../redeem/kept-attempt.ts')).keptAttempts('')
  if (isDataKept()) await deleteKept()
  if (isSignedOut) tellHost({ type: 'signed-out' })
}

const deleteKept = async () => (await keptData()).deleteKept()
