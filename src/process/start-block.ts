import type { Service } from './startup.ts'

type Row = [name: string, value: string]

/** How to get into the back office: a key that was just made, or that none was ever made; null when somebody can. */
export type AdminAccess = { key: string } | 'none' | null

/** What a person wants to know of a service that has just come up. */
export function startBlock(
  service: Service,
  elapsedMs: number,
  adminAccess: AdminAccess,
  demo: Row[],
): string {
  const isWorker = service.deps.config.role === 'worker'
  const rows: Row[] = [
    ...(isWorker ? [] : surfaces(service.url)),
    ['Data', whereDataIs(service)],
    ...(isWorker ? [] : adminRows(adminAccess)),
    ...(isWorker ? [] : demo),
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  const lines = rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)
  return `\n  Counterfoil is up after ${(elapsedMs / 1000).toFixed(1)} s\n\n${lines.join('\n')}\n\n`
}

function adminRows(access: AdminAccess): Row[] {
  if (access === null) return []
  if (access === 'none') return [['Admin key', 'none yet: npx counterfoil key create --name me --role admin']]
  return [['Admin key', `${access.key} (shown this once)`]]
}

function surfaces(url: string): Row[] {
  return [
    ['API', url],
    ['API reference', `${url}/docs`],
    ['Webview', `${url}/app/`],
    ['Console', `${url}/console/`],
  ]
}

function whereDataIs({ embedded, deps }: Service): string {
  return embedded
    ? `${deps.config.dataDir} (embedded PostgreSQL in ${embedded.directory})`
    : 'the database of DATABASE_URL'
}
