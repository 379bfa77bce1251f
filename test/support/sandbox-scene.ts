import { expect } from 'vitest'
import type { ApiResponse, Call, Harness } from './harness.ts'
import { type SignedCall, signedCalls, type TestPartner } from './signing.ts'
import { onboardIssuer, type TestIssuer } from './tokens.ts'

type Body = ApiResponse['body']

export type TestTwin = {
  /** The live partner. */
  live: TestIssuer
  partner: TestPartner & { apiKey: string }
  /** Calls as the backend of the test twin. */
  call: SignedCall
  scenario(slug: string): Body
  /** A user of the twin, with a token minted by the sandbox. */
  user(externalUserId?: string): Promise<Call>
  /** Redeems the voucher of a scenario, as the documentation says. */
  redeem(by: Call, slug: string, changes?: object): Promise<ApiResponse>
}

/** A live partner with its test twin. */
export async function openTwin(harness: Harness, changes: object = {}): Promise<TestTwin> {
  const live = await onboardIssuer(harness)
  const response = await harness.admin('POST', `/admin/partners/${live.id}/sandbox`)
  expect(response.status, JSON.stringify(response.body)).toBe(201)
  const partner = response.body
  if (Object.keys(changes).length > 0) await harness.admin('PATCH', `/admin/partners/${partner.id}`, changes)
  const call = (await signedCalls(harness))(partner)
  const { items } = (await call('GET', '/integrations/test/scenarios')).body
  const scenario = (slug: string) => items.find((one: Body) => one.scenario === slug)
  return {
    live,
    partner,
    call,
    scenario,
    async user(externalUserId = 'user-42') {
      const { status, body } = await call('POST', '/integrations/test/tokens', { externalUserId })
      expect(status, JSON.stringify(body)).toBe(201)
      return harness.as(body.token)
    },
    redeem(by, slug, changes = {}) {
      const { voucherId, outletId, pin, consumerLat, consumerLng } = scenario(slug)
      return by('POST', '/me/redemptions', { voucherId, outletId, pin, consumerLat, consumerLng, ...changes })
    },
  }
}
