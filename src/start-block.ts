import type { Service } from './startup.ts'

/** What a person wants to know of a service that has just come up. */
export function startBlock(service: Service, elapsedMs: number, more: [string, string][]): string {
  const { url, embedded, deps } = service
  const rows: [string, string][] = [
    ['API', url],
    ['API reference', `${url}/docs`],
    [
      'Data',
      embedded ? `${deps.config.dataDir} (embedded PostgreSQL in ${embedded.directory})` : 'DATABASE_URL',
    ],
    ...more,
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  const lines = rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)
  return `\n  Counterfoil is up after ${(elapsedMs / 1000).toFixed(1)} s\n\n${lines.join('\n')}\n\n`
}
