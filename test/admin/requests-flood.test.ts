import { expect, test } from 'vitest'
import { heldToContract } from '../support/conformity.ts'
import { createHarness } from '../support/harness.ts'
import { onboard, signedCalls } from '../support/signing.ts'

const harness = await createHarness()
const { clock, served, server, startNode } = harness
const admin = heldToContract(served, harness.admin)
const bank = await onboard(admin)
const call = (await signedCalls(harness))(bank)

test('2,000 wrong signatures in a minute on two nodes: 60 are recorded, and all requests of others', async () => {
  const from = clock.now.toISOString()
  const recorded = async (status: number): Promise<object[]> => {
    const query = new URLSearchParams({ from, partnerId: bank.id, status: String(status), limit: '200' })
    return (await admin('GET', `/admin/requests?${query}`)).body.items
  }
  const node = await startNode()
  const seconds = Math.floor(clock.now.getTime() / 1000)
  const headers = { 'x-partner-slug': bank.slug, 'x-signature': `t=${seconds},v1=${'0'.repeat(64)}` }
  const forged = { method: 'GET', url: '/integrations/events', headers } as const
  for (let i = 0; i < 20; i += 1) {
    const at = i % 2 === 0 ? server : node.server
    await Promise.all(Array.from({ length: 100 }, () => at.inject(forged)))
  }
  await call('GET', '/integrations/events?limit=0')
  await node.deps.requestLog.flush()
  expect(await recorded(401)).toHaveLength(60)
  expect(await recorded(400)).toHaveLength(1)
  clock.advance(60_000)
  await server.inject(forged)
  expect(await recorded(401)).toHaveLength(61)
})
