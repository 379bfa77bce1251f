import { expect } from 'vitest'
import type { EngineOptions } from '../../src/domain/redemptions/engine/engine.ts'
import { auditLedger } from '../../src/domain/redemptions/ledger/ledger.ts'
import { type ApiResponse, createHarness, type Harness, type Node } from '../support/harness.ts'
import { type Market, openMarket } from '../support/market.ts'
import { onboardIssuer } from '../support/tokens.ts'

export const PIN = '4711'

export type Scene = Harness & {
  market: Market
  nodes: [Node, Node]
  merchantId: string
  outletId: string
  partnerId: string
  voucher(changes?: object): Promise<string>
  /** A published voucher with a pool of `count` codes, in order. */
  pool(count: number, changes?: object): Promise<string>
  token(user: string): string
  /** Creates users. An unknown user costs the engine one more read of the facts. */
  meet(...users: string[]): Promise<void>
  /** Redeems at this node, or alternates between the two nodes. */
  redeem(user: string, voucherId: string, options?: RedeemOptions): Promise<ApiResponse>
  expectExact(): Promise<void>
}

export type RedeemOptions = { node?: number; key?: string; changes?: object }

/** Two nodes on one database, with a merchant and an outlet. */
export async function openScene(engineOptions: Partial<EngineOptions> = {}): Promise<Scene> {
  const harness = await createHarness({}, engineOptions)
  const second = await harness.startNode()
  const issuer = await onboardIssuer(harness)
  const market = openMarket(harness.admin)
  const merchant = await market.merchant()
  const outlet = await market.outlet(merchant.id, { pin: PIN })
  const tokens = new Map<string, { at: number; text: string }>()
  const nodes: [Node, Node] = [{ ...harness, stop: async () => {} }, second]
  let turn = 0

  const token = (user: string) => {
    const at = harness.clock.now.getTime()
    const known = tokens.get(user)
    if (known?.at === at) return known.text
    const text = issuer.mint({ sub: user })
    tokens.set(user, { at, text })
    return text
  }
  return {
    ...harness,
    market,
    nodes,
    merchantId: merchant.id,
    outletId: outlet.id,
    partnerId: issuer.id,
    token,
    voucher: async (changes = {}) =>
      (await market.offer(merchant.id, { claimFlow: 'INSTANT', ...changes })).id,
    async pool(count, changes = {}) {
      const draft = await market.draft(merchant.id, {
        claimFlow: 'INSTANT',
        codeSource: 'MANUAL',
        ...changes,
      })
      const codes = Array.from({ length: count }, (_, i) => `CODE-${String(i).padStart(5, '0')}`)
      expect((await harness.admin('POST', `/admin/vouchers/${draft.id}/codes`, { codes })).status).toBe(200)
      expect((await harness.admin('POST', `/admin/vouchers/${draft.id}/publish`)).status).toBe(200)
      return draft.id
    },
    async meet(...users) {
      for (const user of users) expect((await harness.as(token(user))('GET', '/me')).status).toBe(200)
    },
    redeem(user, voucherId, { node, key, changes = {} } = {}) {
      turn += 1
      const chosen = nodes[(node ?? turn) % 2] as Node
      const body = { voucherId, outletId: outlet.id, pin: PIN, ...changes }
      return chosen.as(token(user))(
        'POST',
        '/me/redemptions',
        body,
        key === undefined ? {} : { 'idempotency-key': key },
      )
    },
    expectExact: async () => expect(await auditLedger(harness.db, harness.clock.now)).toEqual([]),
  }
}

/** Counts responses by `201` or the code of the refusal. */
export function tally(responses: ApiResponse[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of responses) {
    const name = status === 201 ? '201' : String(body.error)
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

export const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))
