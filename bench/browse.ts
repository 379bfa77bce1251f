import { parseArgs } from 'node:util'
import { generateLoad, type LoadResult } from './load/generate-load.ts'
import { getRequest } from './load/redemption-requests.ts'
import { printRuns, type Runs, summarize } from './measure/runs.ts'
import { saveResult } from './measure/save-result.ts'
import { ask, nextMessage, startChild, stopChild } from './servers/child.ts'
import { RECORDED } from './servers/recorded-route.ts'

/** Positions around the city of the catalog, so that hardly any two requests have the same one. */
const POSITIONS = 500

/**
 * The routes of the catalog at several sizes. The floor of each, measured before every run, is a bare Fastify route that
 * verifies the same token and sends the same bytes.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      merchants: { type: 'string', default: '100,1000,10000' },
      seconds: { type: 'string', default: '4' },
      connections: { type: 'string', default: '50' },
      runs: { type: 'string', default: '3' },
    },
  })
  const shape = { seconds: Number(values.seconds), connections: Number(values.connections) }
  const servers = startChild('servers/browse.ts')
  const { port, barePort, token } = await nextMessage<{ port: number; barePort: number; token: string }>(
    servers,
  )
  const measure = (at: number, paths: string[], seconds = shape.seconds) =>
    generateLoad({ ...shape, seconds, port: at, requests: paths.map((path) => getRequest(path, token)) })

  const rows: Record<string, { runs: Runs; floor: Runs }> = {}
  for (const merchants of values.merchants.split(',').map(Number)) {
    await ask(servers, { merchants })
    for (const [route, paths] of Object.entries(routes())) {
      await ask(servers, { record: paths })
      const bare = paths.map((path) => `${RECORDED}${path}`)
      await measure(barePort, bare, 1)
      await measure(port, paths, 1)
      const [measured, floor] = [[] as LoadResult[], [] as LoadResult[]]
      for (let n = 0; n < Number(values.runs); n += 1) {
        floor.push(await measure(barePort, bare))
        measured.push(await measure(port, paths))
      }
      rows[`${route}, ${merchants} merchants`] = { runs: summarize(measured), floor: summarize(floor) }
    }
  }
  await stopChild(servers)
  printRuns(rows)
  await saveResult('browse', { ...shape, runs: Number(values.runs), rows })
}

function routes(): Record<string, string[]> {
  const near = () => `/merchants?limit=20&lat=${around(3.15)}&lng=${around(101.7)}`
  return { list: ['/merchants?limit=20'], nearest: Array.from({ length: POSITIONS }, near), me: ['/me'] }
}

function around(degrees: number): string {
  return (degrees + Math.random() * 0.8 - 0.4).toFixed(5)
}
