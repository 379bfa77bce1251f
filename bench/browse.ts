import { parseArgs } from 'node:util'
import { generateLoad, type LoadResult } from './load/generate-load.ts'
import { getRequest } from './load/redemption-requests.ts'
import { saveResult } from './measure/save-result.ts'
import { ask, nextMessage, startChild } from './servers/child.ts'

const SIZES = [100, 1000, 10_000]

type Measured = LoadResult & { ratio: number }
type Row = { merchants: number; bare: LoadResult; list: Measured; nearest: Measured; me: Measured }

/**
 * The routes of the catalog at three sizes. The floor, measured in the same run, is a bare Fastify route that verifies
 * the same token and answers a constant of the same size. The file keeps the largest catalog.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { seconds: { type: 'string', default: '6' }, connections: { type: 'string', default: '50' } },
  })
  const shape = { seconds: Number(values.seconds), connections: Number(values.connections) }
  const servers = startChild('servers/browse.ts')
  const { port, barePort, token } = await nextMessage<{ port: number; barePort: number; token: string }>(
    servers,
  )
  const measure = (at: number, paths: string[], seconds = shape.seconds) =>
    generateLoad({ ...shape, seconds, port: at, requests: paths.map((path) => getRequest(path, token)) })

  const rows: Row[] = []
  for (const merchants of SIZES) {
    await ask(servers, { merchants })
    const list = ['/merchants?limit=20']
    const nearest = Array.from(
      { length: 500 },
      () => `/merchants?limit=20&lat=${around(3.15)}&lng=${around(101.7)}`,
    )
    const sample = await fetch(`http://127.0.0.1:${port}${list[0]}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await ask(servers, { constant: await sample.text() })
    for (const [at, paths] of [
      [barePort, ['/bare']],
      [port, list],
      [port, nearest],
      [port, ['/me']],
    ] as const) {
      await measure(at, [...paths], 1)
    }
    const bare = await measure(barePort, ['/bare'])
    const besideFloor = async (paths: string[]): Promise<Measured> => {
      const result = await measure(port, paths)
      return { ...result, ratio: Math.round((result.perSecond / bare.perSecond) * 100) / 100 }
    }
    rows.push({
      merchants,
      bare,
      list: await besideFloor(list),
      nearest: await besideFloor(nearest),
      me: await besideFloor(['/me']),
    })
  }
  servers.send({ stop: true })
  await report(shape, rows)
}

function around(degrees: number): string {
  return (degrees + Math.random() * 0.8 - 0.4).toFixed(5)
}

async function report(shape: object, rows: Row[]): Promise<void> {
  const cells = rows.flatMap(({ merchants, ...kinds }) =>
    Object.entries(kinds).map(([route, { perSecond, p50Ms, p99Ms, responses, ...rest }]) => ({
      merchants,
      route,
      'requests/s': perSecond,
      'p50 ms': p50Ms,
      'p99 ms': p99Ms,
      'of bare': 'ratio' in rest ? rest.ratio : 1,
      responses: Object.entries(responses)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', '),
    })),
  )
  console.table(cells)
  await saveResult('browse', { ...shape, ...rows.at(-1) })
}
