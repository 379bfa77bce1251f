import { Counterfoil, type CounterfoilOptions } from '../../sdk/src/partner.ts'
import type { Harness } from '../support/harness.ts'
import type { TestPartner } from '../support/signing.ts'

/** The address of the service, over a real socket. */
export async function listen({ server }: Harness): Promise<string> {
  if (!server.server.listening) await server.listen({ port: 0, host: '127.0.0.1' })
  return server.listeningOrigin
}

/** The SDK as a partner's backend uses it. It records its waits instead of waiting. */
export async function clientOf(
  harness: Harness,
  { slug, secret }: TestPartner,
  changes: Partial<CounterfoilOptions> = {},
): Promise<Counterfoil & { waits: number[] }> {
  const waits: number[] = []
  const client = new Counterfoil({
    baseUrl: await listen(harness),
    slug,
    secret,
    now: () => harness.clock.now,
    sleep: async (ms) => void waits.push(ms),
    ...changes,
  })
  return Object.assign(client, { waits })
}

/** The error that a call ends with. */
export async function failureOf(call: Promise<unknown>): Promise<Record<string, unknown>> {
  return call.then(
    (value) => Promise.reject(new Error(`succeeded with ${JSON.stringify(value)}`)),
    (error) => error,
  )
}
