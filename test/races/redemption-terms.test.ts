import { expect, test } from 'vitest'
import { openScene, tally } from './scene.ts'

const scene = await openScene({ attemptsPerMinute: 1000 })
const { db, deps, redeem, voucher, expectExact, market } = scene

/** Changes made directly in the database, as by an operator, a script or another release. */
const CHANGES = {
  'a voucher is unpublished': {
    apply: (id: string) => db`update vouchers set status = 'UNPUBLISHED' where id = ${id}`,
    undo: (id: string) => db`update vouchers set status = 'PUBLISHED' where id = ${id}`,
    refusal: 'voucher_inactive',
  },
  'a cap is set': {
    apply: (id: string) => db`update vouchers set global_redemption_cap = 2 where id = ${id}`,
    undo: (id: string) => db`update vouchers set global_redemption_cap = null where id = ${id}`,
    refusal: 'global_cap_reached',
  },
  'a merchant is deactivated': {
    apply: () => db`update merchants set is_active = false where id = ${scene.merchantId}`,
    undo: () => db`update merchants set is_active = true where id = ${scene.merchantId}`,
    refusal: 'voucher_inactive',
  },
  'an outlet is deactivated': {
    apply: () => db`update outlets set is_active = false where id = ${scene.outletId}`,
    undo: () => db`update outlets set is_active = true where id = ${scene.outletId}`,
    refusal: 'outlet_inactive',
  },
  'a PIN is changed': {
    apply: () => db`update outlets set pin_hash = ${deps.vault.hashPin(scene.outletId, '0815')}`,
    undo: () => db`update outlets set pin_hash = ${deps.vault.hashPin(scene.outletId, '4711')}`,
    refusal: 'invalid_pin',
  },
}

test.for(Object.entries(CHANGES))(
  'the next redemption at every node obeys the change: %s',
  async ([_, change]) => {
    const id = await voucher({ redemptionCount: 10 })
    const atBoth = async (user: string) =>
      tally([await redeem(user, id, { node: 0 }), await redeem(user, id, { node: 1 })])
    expect(await atBoth('before')).toEqual({ '201': 2 })
    await change.apply(id)
    expect(await atBoth('after')).toEqual({ [change.refusal]: 2 })
    await change.undo(id)
    expect(await atBoth('undone')).toEqual({ '201': 2 })
    await expectExact()
  },
)

test('a change has no effect before its commit, nor after a rollback', async () => {
  const id = await voucher({ redemptionCount: 10 })
  expect(tally([await redeem('mei', id, { node: 0 })])).toEqual({ '201': 1 })
  await db
    .begin(async (tx) => {
      await tx`update vouchers set status = 'UNPUBLISHED' where id = ${id}`
      expect(tally([await redeem('mei', id, { node: 0 })])).toEqual({ '201': 1 })
      throw new Error('rolled back')
    })
    .catch(() => {})
  expect(tally([await redeem('mei', id, { node: 0 })])).toEqual({ '201': 1 })
})

test('terms are read only once while nothing changes', async () => {
  const [first, second] = [await voucher({ redemptionCount: 10 }), await voucher({ redemptionCount: 10 })]
  await redeem('ali', first, { node: 0 })
  await redeem('ali', second, { node: 0 })
  await db.begin(async (tx) => {
    // This change is not announced, so only a new read of the voucher can show it.
    await tx`set local session_replication_role = replica`
    await tx`update vouchers set title = 'Read again' where id = ${first}`
  })
  expect((await redeem('ali', first, { node: 0 })).body.voucherTitle).not.toBe('Read again')
  await market.change(`/admin/merchants/${scene.merchantId}`, { name: 'Another name' })
  expect((await redeem('ali', first, { node: 0 })).body.voucherTitle).toBe('Read again')
})

test('a catalog version that was lost in a failover is not used again', async () => {
  const id = await voucher({ redemptionCount: 10 })
  const before = (await db<[{ version: number }]>`select version from catalog_version`)[0].version
  await market.change(`/admin/merchants/${scene.merchantId}`, { name: 'Soon lost' })
  expect(tally([await redeem('lin', id, { node: 0 })])).toEqual({ '201': 1 })
  // Simulates a failover to a standby that lacks the last change.
  await db`update catalog_version set version = ${before}`
  await market.unpublish(id)
  expect(tally([await redeem('lin', id, { node: 0 })])).toEqual({ voucher_inactive: 1 })
})
