import { expect, test } from 'vitest'
import { openScene, tally } from './scene.ts'

const scene = await openScene({ attemptsPerMinute: 1000 })
const { db, deps, redeem, voucher, expectExact, market } = scene

/** Anybody at all, past the service: an operator at a prompt, a script, another version of us. */
const WRITTEN = {
  'a voucher is taken back': {
    write: (id: string) => db`update vouchers set status = 'UNPUBLISHED' where id = ${id}`,
    mend: (id: string) => db`update vouchers set status = 'PUBLISHED' where id = ${id}`,
    refusal: 'voucher_inactive',
  },
  'a cap is set': {
    write: (id: string) => db`update vouchers set global_redemption_cap = 2 where id = ${id}`,
    mend: (id: string) => db`update vouchers set global_redemption_cap = null where id = ${id}`,
    refusal: 'global_cap_reached',
  },
  'a merchant is switched off': {
    write: () => db`update merchants set is_active = false where id = ${scene.merchantId}`,
    mend: () => db`update merchants set is_active = true where id = ${scene.merchantId}`,
    refusal: 'voucher_inactive',
  },
  'an outlet is switched off': {
    write: () => db`update outlets set is_active = false where id = ${scene.outletId}`,
    mend: () => db`update outlets set is_active = true where id = ${scene.outletId}`,
    refusal: 'outlet_inactive',
  },
  'a PIN is changed': {
    write: () => db`update outlets set pin_hash = ${deps.vault.hashPin(scene.outletId, '0815')}`,
    mend: () => db`update outlets set pin_hash = ${deps.vault.hashPin(scene.outletId, '4711')}`,
    refusal: 'invalid_pin',
  },
}

test.for(Object.entries(WRITTEN))(
  'the very next redemption knows, at every node: %s',
  async ([_, change]) => {
    const id = await voucher({ redemptionCount: 10 })
    const atBoth = async (user: string) =>
      tally([await redeem(user, id, { node: 0 }), await redeem(user, id, { node: 1 })])
    expect(await atBoth('before')).toEqual({ '201': 2 })
    await change.write(id)
    expect(await atBoth('after')).toEqual({ [change.refusal]: 2 })
    await change.mend(id)
    expect(await atBoth('mended')).toEqual({ '201': 2 })
    await expectExact()
  },
)

test('what is not committed yet is not known, and what is rolled back never is', async () => {
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

test('what was read once is not read again while nothing changes', async () => {
  const [first, second] = [await voucher({ redemptionCount: 10 }), await voucher({ redemptionCount: 10 })]
  await redeem('ali', first, { node: 0 })
  await redeem('ali', second, { node: 0 })
  await db.begin(async (tx) => {
    // Nobody is told of this change: whoever sees it has read the voucher again.
    await tx`set local session_replication_role = replica`
    await tx`update vouchers set title = 'Read again' where id = ${first}`
  })
  expect((await redeem('ali', first, { node: 0 })).body.voucherTitle).not.toBe('Read again')
  await market.change(`/admin/merchants/${scene.merchantId}`, { name: 'Another name' })
  expect((await redeem('ali', first, { node: 0 })).body.voucherTitle).toBe('Read again')
})

test('a number of a version that was lost does not come again', async () => {
  const id = await voucher({ redemptionCount: 10 })
  const before = (await db<[{ version: number }]>`select version from catalog_version`)[0].version
  await market.change(`/admin/merchants/${scene.merchantId}`, { name: 'Soon lost' })
  expect(tally([await redeem('lin', id, { node: 0 })])).toEqual({ '201': 1 })
  // As a standby has it that takes over without the last change.
  await db`update catalog_version set version = ${before}`
  await market.unpublish(id)
  expect(tally([await redeem('lin', id, { node: 0 })])).toEqual({ voucher_inactive: 1 })
})
