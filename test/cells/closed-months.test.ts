import { afterAll, expect, test } from 'vitest'
import { auditAllLedgers } from '../../src/domain/redemptions/ledger/ledger.ts'
import { closeDueMonths } from '../../src/domain/statements/close-due-months.ts'
import { beginClose } from '../../src/domain/statements/month-queries.ts'
import { findOpenMove, getMove } from '../../src/platform/cells/move-queries.ts'
import { createCell } from '../../src/process/installation/create-cell.ts'
import { advanceMoves } from '../../src/process/moves/advance-move.ts'
import { startMove } from '../../src/process/moves/start-move.ts'
import { createHarness } from '../support/harness.ts'
import { visitorsOf } from '../support/market.ts'
import { openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'
import { eventually } from '../webhooks/delivery-scene.ts'

const harness = await createHarness()
const { admin, clock, homeDeps: deps } = harness
clock.now = new Date('2027-03-10T04:00:00Z')
const mei = visitorsOf(harness, await onboardIssuer(harness))('mei')
const kopi = await openTill(harness, { name: 'Kopi' })
await kopi.redeem(mei, (await kopi.offer()).id)
clock.now = new Date('2027-04-05T04:00:00Z')
await admin('POST', '/admin/statements/2027-03/close')
await createCell(deps, 'west')
await deps.cells.follow()
const west = await deps.cells.forNewMerchant()
const westDatabase = new URL(west.db.url).pathname.slice(1)
afterAll(() => deps.homeDb.unsafe(`drop database ${westDatabase} with (force)`))
const teh = await openTill({ ...harness, db: west.db }, { name: 'Teh', slug: 'teh' })

/** Redeems as a node does whose clock is behind. */
async function redeemInMarch(): Promise<void> {
  const voucher = await teh.offer()
  const { now } = clock
  clock.now = new Date('2027-03-31T12:00:00Z')
  expect((await teh.redeem(mei, voucher.id)).status).toBe(201)
  clock.now = now
}

test('a new cell knows which months are closed: a late redemption belongs to the next month', async () => {
  await redeemInMarch()
  const march = await admin('GET', '/admin/statements?month=2027-03')
  expect([march.body.state, march.body.items.length]).toEqual(['CLOSED', 1])
  const { body } = await admin('GET', '/admin/statements/2027-04/adjustments')
  expect(body).toMatchObject([{ merchantId: teh.merchant.id }])
  expect(await auditAllLedgers(deps, clock.now, null)).toEqual([])
})

test('a month that home has closed is closed in a cell that was created meanwhile', async () => {
  // The cell as it was before the redemption, without what it was told when it was created.
  await west.db.begin(async (tx) => {
    await tx.unsafe('set local session_replication_role = replica')
    await tx.unsafe('truncate statement_adjustments, statement_months')
  })
  const issuer = { name: null, addressLines: [], registrationNumber: null, logoPath: null }
  await admin('PUT', '/admin/settings/statements', { issuer, closeOnDay: 2 })
  await closeDueMonths(deps)
  const [closed] = await west.db`select month, statements from statement_months where closed_at is not null`
  expect(closed).toEqual({ month: '2027-03', statements: 1 })
  expect(await auditAllLedgers(deps, clock.now, null)).toEqual([])
})

test('a merchant that moves waits for a close that was interrupted, which then goes on', async () => {
  clock.now = new Date('2027-05-05T04:00:00Z')
  await beginClose(deps.homeDb, '2027-04', clock.now)
  const move = await startMove(deps, kopi.merchant.id, 'west')
  await advanceMoves(deps)
  expect(await getMove(deps.homeDb, move?.id ?? '')).toMatchObject({
    problem: 'waiting for an import of codes, or for the close of a month',
  })
  expect((await admin('POST', '/admin/statements/2027-04/close')).status).toBe(200)
  await eventually(async () => {
    await advanceMoves(deps)
    return (await findOpenMove(deps.homeDb)) === null
  })
  expect(await deps.homeDb`select cell from merchant_cells where merchant_id = ${kopi.merchant.id}`).toEqual([
    { cell: 'west' },
  ])
})
