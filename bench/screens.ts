import { parseArgs } from 'node:util'
import { generateLoad, type LoadResult } from './load/generate-load.ts'
import { getRequest } from './load/redemption-requests.ts'
import { printRuns, type Runs, summarize } from './measure/runs.ts'
import { saveResult } from './measure/save-result.ts'
import { ask, nextMessage, startChild, stopChild } from './servers/child.ts'
import { RECORDED } from './servers/recorded-route.ts'

const HERE = '?lat=3.14123&lng=101.69876'
const SCREENS = {
  home: '/home',
  'home with a position': `/home${HERE}`,
  wallet: '/me/wallet',
  'wallet with a position': `/me/wallet${HERE}`,
}

/**
 * `GET /home` and `GET /me/wallet` of a user with 200 claims. The floor of each, measured before every run, is a bare Fastify
 * route that verifies the same token and sends the same bytes.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      merchants: { type: 'string', default: '10000' },
      claims: { type: 'string', default: '200' },
      seconds: { type: 'string', default: '4' },
      connections: { type: 'string', default: '32' },
      runs: { type: 'string', default: '3' },
    },
  })
  const [merchants, claims] = [Number(values.merchants), Number(values.claims)]
  const shape = { seconds: Number(values.seconds), connections: Number(values.connections) }
  const servers = startChild('servers/browse.ts')
  const { port, barePort, token } = await nextMessage<{ port: number; barePort: number; token: string }>(
    servers,
  )
  await ask(servers, { merchants })
  await ask(servers, { claims })
  const measure = (at: number, path: string, seconds = shape.seconds) =>
    generateLoad({ ...shape, seconds, port: at, requests: [getRequest(path, token)] })

  const rows: Record<string, { runs: Runs; floor: Runs }> = {}
  for (const [name, path] of Object.entries(SCREENS)) {
    await ask(servers, { record: [path] })
    await measure(port, path, 1)
    const [measured, floor] = [[] as LoadResult[], [] as LoadResult[]]
    for (let n = 0; n < Number(values.runs); n += 1) {
      floor.push(await measure(barePort, `${RECORDED}${path}`))
      measured.push(await measure(port, path))
    }
    rows[name] = { runs: summarize(measured), floor: summarize(floor) }
  }
  await stopChild(servers)
  printRuns(rows)
  await saveResult('screens', { ...shape, merchants, claims, runs: Number(values.runs), rows })
}
