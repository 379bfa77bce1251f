import type { Service } from './startup.ts'

type Row = [name: string, value: string]

/** What a person wants to know of a service that has just come up. */
export function startBlock(
  service: Service,
  elapsedMs: number,
  firstKey: string | null,
  demo: Row[],
): string {
  const isWorker = service.deps.config.role === 'worker'
  const rows: Row[] = [
    ...(isWorker ? [] : surfaces(service.url)),
    ['Data', whereDataIs(service)],
    ...(firstKey === null ? [] : [['Admin key', `${firstKey} (shown this once)`] satisfies Row]),
    ...(isWorker ? [] : demo),
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  const lines = rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)
  return `\n  Counterfoil is up after ${(elapsedMs / 1000).toFixed(1)} s\n\n${lines.join('\n')}\n\n`
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
