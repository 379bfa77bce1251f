import type { Logger } from 'pino'
import { CREATE_KEY, type Start } from './start-block.ts'

const INVITE_ADMIN = 'npx counterfoil staff invite --email <your address> --name <your name> --role admin'

/**
 * Without a terminal, one line of the log says that the service has started. Supervisors, tests and proofs wait for it,
 * so it is written at every LOG_LEVEL.
 */
export function logStart(log: Logger, start: Start): void {
  log.child({}, { level: 'info' }).info(startFields(start), 'Counterfoil is up')
}

/**
 * A log is kept and read by many. So it has no key and no sign-in link, only the commands that create them. With
 * DATABASE_URL, the demo is left out too: its PINs could be in use.
 */
function startFields({ service, elapsedMs, adminAccess, demo }: Start): Record<string, unknown> {
  const { url, embedded, deps } = service
  const { role, dataDir } = deps.config
  const { key, needsInvitation } = adminAccess
  const isTrial = embedded !== null && role !== 'worker'
  return {
    url,
    role,
    elapsedMs: Math.round(elapsedMs),
    ...(embedded && { dataDir }),
    ...(isTrial && { links: { docs: `${url}/docs`, webview: `${url}/app/`, console: `${url}/console/` } }),
    ...(isTrial && demo && { demo }),
    ...(key === 'none' && role !== 'worker' && { createAdminKey: CREATE_KEY }),
    ...(isTrial && needsInvitation && { createSignIn: INVITE_ADMIN }),
  }
}
