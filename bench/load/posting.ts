import { signatureHeader } from '@counterfoil/contract/signature.ts'
import { type Dispatcher, Pool } from 'undici'
import { cpuSecondsOf } from '../servers/cpu-seconds.ts'
import { claimOf } from './claims.ts'

// The floor of a delivery, in a process of its own: events from a list in memory, each signed afresh and posted over
// connections that are kept.

export type Posting = { url: string; secret: string; way: Way; concurrency: number; count: number }
/** `request` is the usual way, and makes a stream of each answer; `dispatch` is the cheapest that undici has. */
export type Way = 'dispatch' | 'request'
export type Posted = { cpuSeconds: number | null }

async function exchange(way: Way, pool: Pool, options: Dispatcher.DispatchOptions): Promise<void> {
  if (way === 'request') {
    const { body } = await pool.request(options)
    return body.dump()
  }
  await new Promise<void>((resolve, reject) => {
    pool.dispatch(options, {
      onRequestStart() {},
      onResponseStart() {},
      onResponseData() {},
      onResponseEnd: () => resolve(),
      onResponseError: (_controller, error) => reject(error),
    })
  })
}

process.once('message', async ({ url, secret, way, concurrency, count }: Posting) => {
  const { origin, pathname: path } = new URL(url)
  const pool = new Pool(origin, { connections: concurrency })
  const events = Array.from({ length: count }, () => {
    const { id, type, ...rest } = claimOf()
    return { id, type, body: JSON.stringify({ id, type, ...rest }) }
  })
  const cpuBefore = await cpuSecondsOf(process.pid)
  const post = async () => {
    for (let event = events.pop(); event; event = events.pop()) {
      const { id, type, body } = event
      const timestampSeconds = Math.floor(Date.now() / 1000)
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Counterfoil/bench',
        'x-signature': signatureHeader({ secret, timestampSeconds, body }),
        'x-event-id': id,
        'x-event-type': type,
        'x-delivery-attempt': '1',
      }
      await exchange(way, pool, { method: 'POST', path, headers, body })
    }
  }
  await Promise.all(Array.from({ length: concurrency }, post))
  const cpuAfter = await cpuSecondsOf(process.pid)
  const cpuSeconds = cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore
  await pool.close()
  process.send?.({ cpuSeconds } satisfies Posted)
  process.disconnect?.()
})
