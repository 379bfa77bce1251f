import { expect, test } from 'vitest'
import { runBulkJobs } from '../../src/domain/bulk/run-bulk.ts'
import { openApprovalScene } from '../support/approval-scene.ts'
import { createHarness } from '../support/harness.ts'

const harness = await createHarness()
const { homeDeps } = harness
const { admin, market, require } = await openApprovalScene(harness)

test('with approvals on, a bulk publication makes a request for each voucher and publishes nothing', async () => {
  const { id: merchantId } = await market.merchant()
  await market.outlet(merchantId)
  const ids = [(await market.draft(merchantId)).id, (await market.draft(merchantId)).id]
  await require()
  const { body } = await admin('POST', '/admin/bulk', { action: 'PUBLISH', ids })
  await runBulkJobs(homeDeps)
  const job = (await admin('GET', `/admin/bulk/${body.id}`)).body
  expect(job).toMatchObject({ state: 'DONE', done: 2, requested: 2, succeeded: 0 })
  const { items } = (await admin('GET', '/admin/approvals?state=PENDING')).body
  expect(items.map(({ target }: { target: string }) => target).sort()).toEqual(
    ids.map((id) => `voucher:${id}`).sort(),
  )
  for (const id of ids) expect((await admin('GET', `/admin/vouchers/${id}`)).body.status).toBe('DRAFT')
})
