import { parseArgs } from 'node:util'
import { newTexts, SEARCHES } from './fixtures/search-catalog.ts'
import { generateLoad, type LoadResult } from './load/generate-load.ts'
import { getRequest } from './load/redemption-requests.ts'
import { printRuns, type Runs, summarize } from './measure/runs.ts'
import { saveResult } from './measure/save-result.ts'
import { ask, nextMessage, startChild, stopChild } from './servers/child.ts'
import { RECORDED } from './servers/recorded-route.ts'

type Servers = { port: number; barePort: number; token: string }
type Build = { buildMs: number; cpuMs: number; longestSliceMs: number }
type Scenario = { name: string; next: () => string[] }

/** More than a run of a few seconds can send. */
const NEW_TEXTS = 40_000
const POSITIONS = 40
/** How many responses the floor sends in turn. */
const RECORDED_PATHS = 300

/**
 * `GET /search` for texts that repeat and for texts that nobody has asked before, with and without a position. The floor of
 * each is a bare route that sends the same bytes; the searches in plain SQL are measured once. Each merchant has five
 * vouchers and five outlets. Also measures how long a build of the index blocks the process.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      merchants: { type: 'string', default: '10000' },
      seconds: { type: 'string', default: '4' },
      connections: { type: 'string', default: '32' },
      runs: { type: 'string', default: '3' },
    },
  })
  const merchants = Number(values.merchants)
  const shape = { seconds: Number(values.seconds), connections: Number(values.connections) }
  const servers = startChild('servers/search.ts', values.merchants)
  const { port, barePort, token } = await nextMessage<Servers>(servers)
  const measure = (at: number, paths: string[], total = Number.POSITIVE_INFINITY) =>
    generateLoad({ ...shape, port: at, requests: paths.map((path) => getRequest(path, token)), total })

  const rows: Record<string, { runs: Runs; floor?: Runs }> = {}
  await measure(port, SEARCHES.map(pathOf))
  for (const { name, next } of scenariosOf(merchants)) {
    const [measured, floor] = [[] as LoadResult[], [] as LoadResult[]]
    for (let n = 0; n < Number(values.runs); n += 1) {
      const paths = next()
      await ask(servers, { record: paths.slice(0, RECORDED_PATHS) })
      floor.push(await measure(barePort, paths.slice(0, RECORDED_PATHS).map(recorded)))
      // The texts that were recorded are no longer new.
      const asked = paths.length > RECORDED_PATHS ? paths.slice(RECORDED_PATHS) : paths
      measured.push(
        await measure(port, asked, name.startsWith('new') ? asked.length : Number.POSITIVE_INFINITY),
      )
    }
    rows[name] = { runs: summarize(measured), floor: summarize(floor) }
  }
  const inSql = SEARCHES.map((text) => `/bare?q=${encodeURIComponent(text)}`)
  rows['in SQL'] = { runs: summarize([await measure(barePort, inSql)]) }
  const build = await ask<Build>(servers, { build: true })
  await stopChild(servers)
  printRuns(rows)
  console.log(
    `Index built in ${build.buildMs} ms (CPU ${build.cpuMs} ms), longest slice ${build.longestSliceMs} ms`,
  )
  await saveResult('search', { ...shape, merchants, runs: Number(values.runs), rows, build })
}

function scenariosOf(merchants: number): Scenario[] {
  const repeated = SEARCHES.map(pathOf)
  const unknown = () => newTexts(NEW_TEXTS, merchants).map(pathOf)
  return [
    { name: 'repeated texts', next: () => repeated },
    {
      name: 'repeated texts, new positions',
      next: () => Array.from({ length: POSITIONS }, () => repeated.map(located)).flat(),
    },
    { name: 'new texts', next: unknown },
    { name: 'new texts, new positions', next: () => unknown().map(located) },
  ]
}

function pathOf(text: string): string {
  return `/search?q=${encodeURIComponent(text)}`
}

function located(path: string): string {
  return `${path}&lat=${around(3.15)}&lng=${around(101.7)}`
}

function around(degrees: number): string {
  return (degrees + Math.random() * 0.8 - 0.4).toFixed(5)
}

function recorded(path: string): string {
  return `${RECORDED}${path}`
}
