import { signatureHeader } from '@counterfoil/contract/signature.ts'
import { type Dispatcher, Pool } from 'undici'
import { claimEvent } from '../fixtures/claim-event.ts'
import { cpuSecondsOf } from '../measure/cpu-seconds.ts'

// The floor of a delivery, in its own process: events from a list in memory, each signed and posted over a kept-alive
// connection.

export type PostRequest = { url: string; secret: string; method: Method; concurrency: number; count: number }
/** The undici method. `request` is the usual one and makes a stream of each response; `dispatch` is the cheapest. */
export type Method = 'dispatch' | 'request'
export type Posted = { cpuSeconds: number | null }

async function exchange(method: Method, pool: Pool, options: Dispatcher.DispatchOptions): Promise<void> {
  if (method === 'request') {
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

process.once('message', async ({ url, secret, method, concurrency, count }: PostRequest) => {
  const { origin, pathname: path } = new URL(url)
  const pool = new Pool(origin, { connections: concurrency })
  const events = Array.from({ length: count }, () => {
    const { id, type, ...rest } = claimEvent()
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
      await exchange(method, pool, { method: 'POST', path, headers, body })
    }
  }
  await Promise.all(Array.from({ length: concurrency }, post))
  const cpuAfter = await cpuSecondsOf(process.pid)
  const cpuSeconds = cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore
  await pool.close()
  process.send?.({ cpuSeconds } satisfies Posted)
  process.disconnect?.()
})
