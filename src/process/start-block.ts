import { type DemoGuide, demoRows } from '../demo/describe.ts'
import type { Service } from './startup.ts'

type Row = [name: string, value: string]

export type AdminAccess = {
  /** The admin key that was just created; `none` if there has never been one; null if one exists. */
  key: { value: string } | 'none' | null
  /** The link with which the first admin creates a sign-in; null if none was created. */
  signInLink: string | null
  /** Whether no staff member has ever been an admin, and this start created no link. */
  needsInvitation: boolean
}

type Started = Pick<Service, 'url' | 'embedded' | 'deps'>

/** A service that has just started. */
export type Start = {
  service: Started
  elapsedMs: number
  adminAccess: AdminAccess
  demo: DemoGuide | null
}

export const CREATE_KEY = 'npx counterfoil key create --name me --role admin'

/** The block of text that a terminal shows when the service has started. */
export function startBlock({ service, elapsedMs, adminAccess, demo }: Start): string {
  const isWorker = service.deps.config.role === 'worker'
  const rows: Row[] = [
    ...(isWorker ? [] : surfaces(service.url)),
    ['Data', dataLocation(service)],
    ...(isWorker ? [] : adminRows(adminAccess)),
    ...(isWorker ? [] : demoRows(demo)),
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  const lines = rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)
  return `\n  Counterfoil is up after ${(elapsedMs / 1000).toFixed(1)} s\n\n${lines.join('\n')}\n\n`
}

function adminRows({ key, signInLink }: AdminAccess): Row[] {
  const rows: Row[] = []
  if (signInLink !== null) rows.push(['Create sign-in', `${signInLink} (works once, for 30 minutes)`])
  if (key === 'none') rows.push(['Admin key', `none yet: ${CREATE_KEY}`])
  else if (key !== null) rows.push(['Admin key', `${key.value} (shown only once)`])
  return rows
}

function surfaces(url: string): Row[] {
  return [
    ['API', url],
    ['API reference', `${url}/docs`],
    ['Webview', `${url}/app/`],
    ['Console', `${url}/console/`],
  ]
}

function dataLocation({ embedded, deps }: Started): string {
  return embedded
    ? `${deps.config.dataDir} (embedded PostgreSQL in ${embedded.directory})`
    : 'the database in DATABASE_URL'
}
