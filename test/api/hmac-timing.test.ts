import { expect, test, vi } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { onboard, signedCalls } from '../support/signing.ts'

const tried: number[] = []
vi.mock('@counterfoil/contract/signature.ts', async (original) => {
  const real = await original<typeof import('@counterfoil/contract/signature.ts')>()
  const verifySignature: typeof real.verifySignature = (input) => {
    tried.push(input.secrets.length)
    return real.verifySignature(input)
  }
  return { ...real, verifySignature }
})

const harness = await createHarness()
const { admin } = harness
const callsOf = await signedCalls(harness)

test('401 invalid_signature: three secrets are tried for an unknown slug, a partner and a partner in rotation', async () => {
  const settled = await onboard(admin)
  const rotating = await onboard(admin)
  const path = `/admin/partners/${rotating.id}/secret`
  await admin('POST', `${path}/rotate`)
  await admin('POST', `${path}/promote`)
  await admin('POST', `${path}/rotate`)
  tried.length = 0
  for (const partner of [settled, rotating, { ...settled, slug: 'nobody' }]) {
    const call = callsOf(partner)
    expect((await call('DELETE', '/integrations/users/x', undefined, { secret: 'wrong' })).status).toBe(401)
  }
  expect(tried).toEqual([3, 3, 3])
})
