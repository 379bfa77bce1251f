import { parseArgs } from 'node:util'
import { SEARCHES } from './fixtures/search-catalog.ts'
import { generateLoad, type LoadResult } from './load/generate-load.ts'
import { getRequest } from './load/redemption-requests.ts'
import { saveResult } from './measure/save-result.ts'
import { ask, nextMessage, startChild, stopChild } from './servers/child.ts'

type Servers = { port: number; barePort: number; token: string }
type Build = { buildMs: number; cpuMs: number; longestSliceMs: number }

/**
 * `GET /search` with and without a position, and the floor, the same searches in plain SQL behind a bare route. Each
 * merchant has five vouchers and five outlets. Also measures how long a build of the index blocks the process.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      merchants: { type: 'string', default: '10000' },
      seconds: { type: 'string', default: '6' },
      connections: { type: 'string', default: '32' },
    },
  })
  const merchants = Number(values.merchants)
  const shape = { seconds: Number(values.seconds), connections: Number(values.connections) }
  const servers = startChild('servers/search.ts', values.merchants)
  const { port, barePort, token } = await nextMessage<Servers>(servers)
  const measure = (at: number, paths: string[], seconds = shape.seconds) =>
    generateLoad({ ...shape, seconds, port: at, requests: paths.map((path) => getRequest(path, token)) })

  const paths = SEARCHES.map((text) => `/search?q=${encodeURIComponent(text)}`)
  const located = paths.map((path) => `${path}&lat=${around(3.15)}&lng=${around(101.7)}`)
  // More texts than an index remembers, so each is matched again.
  const unknown = paths.flatMap((path) => Array.from({ length: 20 }, (_, n) => `${path}%20${n}`))
  const inSql = SEARCHES.map((text) => `/bare?q=${encodeURIComponent(text)}`)
  await measure(port, paths, 2)
  const rows = {
    search: await measure(port, paths),
    'search with a position': await measure(port, located),
    'search for texts that are not remembered': await measure(port, unknown),
    SQL: await measure(barePort, inSql),
  }
  const build = await ask<Build>(servers, { build: true })
  await stopChild(servers)
  report(rows, build)
  await saveResult('search', { ...shape, merchants, ...rows, build })
}

function around(degrees: number): string {
  return (degrees + Math.random() * 0.8 - 0.4).toFixed(5)
}

function report(rows: Record<string, LoadResult>, build: Build): void {
  console.table(
    Object.entries(rows).map(([name, { perSecond, p50Ms, p95Ms, p99Ms, responses }]) => ({
      ...{ name, 'requests/s': perSecond, 'p50 ms': p50Ms, 'p95 ms': p95Ms, 'p99 ms': p99Ms },
      responses: Object.entries(responses)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', '),
    })),
  )
  console.log(
    `Index built in ${build.buildMs} ms (CPU ${build.cpuMs} ms), longest slice ${build.longestSliceMs} ms`,
  )
}
