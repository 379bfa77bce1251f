import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { runBulkJobs } from '../../src/domain/bulk/run-bulk.ts'
import { openApprovalScene } from '../support/approval-scene.ts'
import { until } from '../support/process.ts'
import { createCommandHarness, type Ran, startCommand } from './command.ts'

const harness = await createCommandHarness()
const { command, db, deps, env } = harness
const { admin, market, require } = await openApprovalScene(harness)
const { id: merchantId } = await market.merchant()
await market.outlet(merchantId)

const openJobs = async () => (await db`select id from bulk_jobs where finished_at is null`).length
const statusOf = async (id: string) => (await admin('GET', `/admin/vouchers/${id}`)).body.status

/** Runs the command that waits for its job, and works on the job beside it. */
async function whileWorking(args: string[], stdin = ''): Promise<Ran> {
  const running = startCommand(env, ['bulk', ...args])
  running.child.stdin?.end(stdin)
  await until(async () => (await openJobs()) > 0)
  await runBulkJobs(deps)
  return running.done
}

test('bulk start over a filter: asks about the number, then changes each record and prints the counts', async () => {
  const ids = [(await market.offer(merchantId)).id, (await market.offer(merchantId)).id]
  const filter = ['UNPUBLISH', '--filter', `merchantId=${merchantId}`, '--filter', 'state=LIVE']
  const counted = await command('bulk', 'start', ...filter, '--dry-run', '--json')
  expect([counted.code, counted.json]).toEqual([0, { dryRun: true, total: 2 }])
  const unconfirmed = await command('bulk', 'start', ...filter)
  expect([unconfirmed.code, unconfirmed.stderr]).toEqual([
    2,
    'counterfoil: UNPUBLISH of 2 records. Add --yes to confirm\n',
  ])
  const other = await command('bulk', 'start', ...filter, '--expected-total', '3', '--json')
  expect([other.code, other.json]).toEqual([3, { error: 'selection_changed', details: { total: 2 } }])
  expect(await openJobs()).toBe(0)
  const done = await whileWorking(['start', ...filter, '--yes'])
  expect([done.code, done.stdout]).toEqual([
    0,
    expect.stringMatching(/^UNPUBLISH DONE: 2 of 2 records\. 2 done, 0 sent for approval, 0 refused/),
  ])
  expect(await Promise.all(ids.map(statusOf))).toEqual(['UNPUBLISHED', 'UNPUBLISHED'])
})

test('exit code 4: ids of a file; results has the reason for each record that was refused', async () => {
  const { id } = await market.offer(merchantId)
  const unknown = randomUUID()
  const done = await whileWorking(['start', 'UNPUBLISH', '--ids-file', '-'], `${id}\n\n${unknown}\r\n`)
  expect(done.code).toBe(4)
  expect(done.stdout).toMatch(new RegExp(`^${unknown} +REFUSED +not_found$`, 'm'))
  expect(done.stdout).toContain('UNPUBLISH DONE: 2 of 2 records. 1 done')
  const [job] = (await command('bulk', 'list', '--json')).json.items
  const refused = await command('bulk', 'results', job.id, '--outcome', 'REFUSED', '--json')
  expect(refused.json.items).toMatchObject([{ recordId: unknown, error: 'not_found' }])
  expect((await command('bulk', 'results', job.id, '--json')).json.items).toHaveLength(2)
})

test('bulk start --no-wait, show and cancel: the job belongs to the service, not to the command', async () => {
  const { id } = await market.offer(merchantId)
  const started = await command('bulk', 'start', 'UNPUBLISH', id, '--no-wait', '--json')
  expect([started.code, started.json]).toMatchObject([0, { state: 'RUNNING', total: 1, done: 0 }])
  const shown = await command('bulk', 'show', started.json.id)
  expect(shown.stdout).toContain('UNPUBLISH RUNNING: 0 of 1 records')
  const cancelled = await command('bulk', 'cancel', started.json.id, '--json')
  expect(cancelled.json).toMatchObject({ state: 'CANCELLED', cancelled: 1 })
  expect([await statusOf(id), (await command('bulk', 'show', 'none')).code]).toEqual(['PUBLISHED', 3])
})

test('errors name the flags: a wrong filter, an id that is none, a missing reason', async () => {
  const wrong = async (...args: string[]) => (await command('bulk', 'start', ...args)).stderr
  expect(await wrong('VOID', 'none', '--reason', 'x')).toContain('ids/0 must be a uuid')
  expect(await wrong('VOID', randomUUID())).toContain('--reason is needed for VOID')
  expect(await wrong('PUBLISH', '--filter', 'live')).toContain('--filter live is not name=value')
  expect(await wrong('PUBLISH', '--filter', 'type=CLAIM_CREATED', '--dry-run')).toContain(
    'filter/type is no filter of vouchers',
  )
})

test('with approvals on, the command only requests, and nothing is published', async () => {
  const { id } = await market.draft(merchantId)
  await require()
  const done = await whileWorking(['start', 'PUBLISH', id])
  expect([done.code, done.stdout]).toEqual([0, expect.stringContaining('0 done, 1 sent for approval')])
  expect(await statusOf(id)).toBe('DRAFT')
  const { items } = (await admin('GET', '/admin/approvals?state=PENDING')).body
  expect(items).toMatchObject([{ target: `voucher:${id}`, requestedBy: { kind: 'cli' } }])
})
