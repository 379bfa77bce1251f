import { randomUUIDv7 } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { settleDueSchedules } from '../../src/domain/vouchers/due-schedules.ts'
import { expandFanouts } from '../../src/domain/webhooks/fanout.ts'
import { insertion } from '../../src/platform/database/sql.ts'
import { startWorker } from '../../src/process/worker.ts'
import { heldToContract } from '../support/conformity.ts'
import { type Call, createHarness } from '../support/harness.ts'
import { openMarket } from '../support/market.ts'
import { onboard } from '../support/signing.ts'
import { onboardIssuer } from '../support/tokens.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const harness = await createHarness({ merchantPublicationsPerHour: 3 })
const { db, deps, clock, served, as, logs, startNode } = harness
const admin = heldToContract(served, harness.admin)
const market = openMarket(admin)

const inMs = (ms: number) => new Date(clock.now.getTime() + ms).toISOString()
const schedule = (
  id: string,
  publishAt: string | null,
  unpublishAt: string | null = null,
  call: Call = admin,
) => call('PUT', `/admin/vouchers/${id}/schedule`, { publishAt, unpublishAt })
const voucher = async (id: string) => (await admin('GET', `/admin/vouchers/${id}`)).body
const post = (id: string, act: 'publish' | 'unpublish') => admin('POST', `/admin/vouchers/${id}/${act}`)
const history = async (id: string, call: Call = admin) =>
  (await call('GET', `/admin/history?target=voucher:${id}`)).body.items
const summaries = async (id: string) =>
  (await history(id)).map(({ summary }: { summary: string }) => summary).toReversed()
const failures = async () =>
  (await admin('GET', '/admin/alerts')).body.items.filter(
    ({ kind }: { kind: string }) => kind === 'SCHEDULE_FAILED',
  )
const keyOf = async (merchantId: string): Promise<{ id: string; call: Call }> => {
  const { body } = await admin('POST', '/admin/keys', {
    name: 'Shop key',
    role: 'merchant',
    merchantIds: [merchantId],
  })
  return { id: body.id, call: heldToContract(served, as(body.key)) }
}

/** Later than every schedule of the tests before, so that none of them is due in this one. */
beforeEach(async () => {
  await db`update vouchers set publish_at = null, unpublish_at = null`
  logs.length = 0
})

test('200: the voucher shows both times; If-Match of another version is 412 version_conflict', async () => {
  const { id } = await market.draft((await market.shop()).id)
  const [publishAt, unpublishAt] = [inMs(HOUR), inMs(2 * HOUR)]
  const set = await schedule(id, publishAt, unpublishAt)
  expect(set.body).toMatchObject({
    status: 'DRAFT',
    version: 2,
    publishAt,
    unpublishAt,
    scheduleFailure: null,
  })
  expect(await voucher(id)).toEqual(set.body)
  const body = { publishAt: null, unpublishAt: null }
  const stale = await admin('PUT', `/admin/vouchers/${id}/schedule`, body, { 'if-match': '"1"' })
  expect([stale.status, stale.body.error]).toEqual([412, 'version_conflict'])
  const cleared = await admin('PUT', `/admin/vouchers/${id}/schedule`, body, { 'if-match': '"2"' })
  expect(cleared.body).toMatchObject(body)
  const [last] = await history(id)
  expect(last.changes.map(({ property, to }: Record<string, unknown>) => [property, to])).toEqual([
    ['publishAt', null],
    ['unpublishAt', null],
  ])
})

test.each([
  ['publishAt now', () => [inMs(0), null], '/publishAt', 'must be in the future'],
  ['unpublishAt in the past', () => [null, inMs(-1)], '/unpublishAt', 'must be in the future'],
  ['both at once', () => [inMs(HOUR), inMs(HOUR)], '/unpublishAt', 'must be after publishAt'],
])('400: %s', async (_, times, path, message) => {
  const { id } = await market.draft((await market.shop()).id)
  const [publishAt, unpublishAt] = times() as [string | null, string | null]
  const { status, body } = await schedule(id, publishAt, unpublishAt)
  expect([status, body.issues]).toMatchObject([400, [{ path, message }]])
})

test('400: publishAt of a published voucher, which can only be unpublished', async () => {
  const { id } = await market.offer((await market.shop()).id)
  const { status, body } = await schedule(id, inMs(HOUR), inMs(2 * HOUR))
  expect([status, body.issues[0].path]).toEqual([400, '/publishAt'])
  expect((await schedule(id, null, inMs(HOUR))).status).toBe(200)
})

test('404 not_found: the voucher of another merchant', async () => {
  const [own, other] = [await market.shop(), await market.shop()]
  const { call } = await keyOf(own.id)
  const { id } = await market.draft(other.id)
  expect((await schedule(id, inMs(HOUR), null, call)).status).toBe(404)
})

test('400: a merchant key schedules more publications within an hour than it may make', async () => {
  const shop = await market.shop()
  const { call } = await keyOf(shop.id)
  const [publishAt, drafts] = [inMs(5 * HOUR), [0, 1, 2, 3].map(() => market.draft(shop.id))]
  const ids = (await Promise.all(drafts)).map(({ id }) => id)
  const all = await Promise.all(ids.map((id) => schedule(id, publishAt, null, call)))
  expect(all.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 400])
  const left = ids[all.findIndex(({ status }) => status === 400)] as string
  expect((await schedule(left, inMs(6 * HOUR + 1), null, call)).status).toBe(200)
  clock.advance(5 * HOUR)
  await settleDueSchedules(deps)
  // What the worker published counts as published by the merchant.
  const extra = await market.draft(shop.id)
  const byHand = await call('POST', `/admin/vouchers/${extra.id}/publish`)
  expect(byHand.body.error).toBe('publication_limit_reached')
})

test('at its time: published, favorites notified, browsed at once; then unpublished; History names who scheduled it', async () => {
  const partner = await onboardIssuer(harness)
  const shop = await market.shop()
  const { call } = await keyOf(shop.id)
  const backend = await onboard(admin, {})
  const user = {
    id: randomUUIDv7(),
    partnerId: backend.id,
    externalUserId: 'u-1',
    createdAt: clock.now,
    updatedAt: clock.now,
  }
  await db`insert into users ${insertion(user)}`
  await db`insert into favorites ${insertion({ userId: user.id, merchantId: shop.id, createdAt: clock.now })}`
  const { id } = await market.draft(shop.id, { title: 'Free kopi' })
  await schedule(id, inMs(HOUR), inMs(2 * HOUR), call)
  const node = await startNode()
  const browse = async () => {
    const { status, body } = await node.as(await partner.mint())('GET', `/vouchers/${id}`)
    return status === 200 ? body.isActive : status
  }
  expect(await browse()).toBe(404)

  clock.advance(HOUR - 1)
  await settleDueSchedules(deps)
  expect((await voucher(id)).status).toBe('DRAFT')
  clock.advance(1)
  await settleDueSchedules(deps)
  expect(await voucher(id)).toMatchObject({
    status: 'PUBLISHED',
    publishAt: null,
    publishedAt: clock.now.toISOString(),
  })
  await expect.poll(browse).toBe(true)
  await expandFanouts(deps)
  const events = await db`select type from events where user_id = ${user.id}`
  expect(events).toEqual([{ type: 'VOUCHER_PUBLISHED' }])

  clock.advance(HOUR)
  await settleDueSchedules(deps)
  expect(await voucher(id)).toMatchObject({ status: 'UNPUBLISHED', unpublishAt: null })
  await expect.poll(browse).toBe(false)
  const [unpublished, published] = await history(id)
  expect([published.actor.kind, published.summary]).toEqual(['system', 'Published as scheduled by Shop key'])
  expect([unpublished.actor.kind, unpublished.summary]).toEqual([
    'system',
    'Unpublished as scheduled by Shop key',
  ])
  expect(logs.join('')).not.toContain('late')
})

test('a merchant reads “Operator” for an admin who scheduled', async () => {
  const shop = await market.shop()
  const { call } = await keyOf(shop.id)
  const { id } = await market.draft(shop.id)
  await schedule(id, inMs(HOUR))
  clock.advance(HOUR)
  await settleDueSchedules(deps)
  expect((await history(id, call))[0].summary).toBe('Published as scheduled by Operator')
  expect((await history(id))[0].summary).toBe('Published as scheduled by ADMIN_API_KEY')
})

test('two workers at once: one publication, one set of events', async () => {
  const [shop, other] = [await market.shop(), await startNode()]
  const drafts = await Promise.all(Array.from({ length: 8 }, () => market.draft(shop.id)))
  for (const { id } of drafts) await schedule(id, inMs(HOUR))
  clock.advance(HOUR)
  const otherDeps = other.deps.depsIn(await other.deps.cells.forNewMerchant())
  await Promise.all([deps, otherDeps, deps, otherDeps].map((node) => settleDueSchedules(node)))
  for (const { id } of drafts) {
    const [{ count }] = await db<[{ count: number }]>`
      select count(*)::int as count from audit_log where target = ${`voucher:${id}`} and action = 'voucher.publish'`
    expect([count, (await voucher(id)).version]).toEqual([1, 3])
  }
})

test('a worker that starts later publishes once, and History and log say that it was late', async () => {
  const { id } = await market.draft((await market.shop()).id)
  await schedule(id, inMs(HOUR))
  clock.advance(HOUR + 90 * MINUTE)
  const node = await startNode()
  const worker = startWorker(node.deps)
  await vi.waitFor(async () => expect((await voucher(id)).status).toBe('PUBLISHED'), 10_000)
  await worker.stop()
  expect((await summaries(id)).at(-1)).toBe('Published as scheduled by ADMIN_API_KEY, 90 minutes late')
  const line = logs.find((one) => one.includes('settled late'))
  expect(JSON.parse(line as string)).toMatchObject({ voucherId: id, did: 'published', lateBySeconds: 5400 })
})

test('incomplete at its time: stays a draft, History and an alert say why, and nothing is tried again', async () => {
  const shop = await market.shop()
  const { id } = await market.draft(shop.id, { title: 'Free {b}kopi{/b}', imagePath: null })
  const [publishAt, unpublishAt] = [inMs(HOUR), inMs(9 * HOUR)]
  await schedule(id, publishAt, unpublishAt)
  clock.advance(HOUR)
  for (const _ of [1, 2, 3]) await settleDueSchedules(deps)
  const issues = [{ path: '/imagePath', message: 'needs an image' }]
  const failure = { at: clock.now.toISOString(), publishAt, issues }
  expect(await voucher(id)).toMatchObject({
    ...{ status: 'DRAFT', publishedAt: null, publishAt: null, unpublishAt, scheduleFailure: failure },
  })
  expect(await summaries(id)).toEqual(['Created', expect.any(String), 'Not published as scheduled'])
  expect((await history(id))[0].changes).toContainEqual(
    expect.objectContaining({ property: 'missing', to: 'imagePath needs an image' }),
  )
  expect(await failures()).toEqual([
    expect.objectContaining({
      message: 'Free kopi was not published at its time: imagePath needs an image',
      subject: { type: 'voucher', id, name: 'Free kopi' },
      since: failure.at,
    }),
  ])
  // Any change of the voucher ends the alert.
  await market.change(`/admin/vouchers/${id}`, { imagePath: 'https://img.example.com/a.jpg' })
  expect([(await voucher(id)).scheduleFailure, await failures()]).toEqual([null, []])
})

test('both times passed while no worker ran: not published, so nobody is notified of a voucher that is over', async () => {
  const { id } = await market.draft((await market.shop()).id)
  await schedule(id, inMs(HOUR), inMs(2 * HOUR))
  clock.advance(3 * HOUR)
  await settleDueSchedules(deps)
  expect(await voucher(id)).toMatchObject({
    ...{ status: 'DRAFT', publishAt: null, unpublishAt: null },
    scheduleFailure: { issues: [{ path: '/unpublishAt', message: 'has passed' }] },
  })
  await schedule(id, inMs(HOUR))
  expect((await voucher(id)).scheduleFailure).toBeNull()
})

test('by hand: publishing removes publishAt and keeps unpublishAt; unpublishing removes both', async () => {
  const { id } = await market.draft((await market.shop()).id)
  const unpublishAt = inMs(2 * HOUR)
  await schedule(id, inMs(HOUR), unpublishAt)
  expect((await post(id, 'publish')).body).toMatchObject({ publishAt: null, unpublishAt })
  expect((await post(id, 'unpublish')).body).toMatchObject({ status: 'UNPUBLISHED', unpublishAt: null })
})

test('unpublishAt of a voucher that nobody published: it is removed at its time, and the state stays', async () => {
  const { id } = await market.draft((await market.shop()).id)
  await schedule(id, null, inMs(HOUR))
  clock.advance(HOUR)
  await settleDueSchedules(deps)
  expect(await voucher(id)).toMatchObject({ status: 'DRAFT', unpublishAt: null, scheduleFailure: null })
})

test('a voucher that fails unexpectedly does not stop the others', async () => {
  const shop = await market.shop()
  const [broken, sound] = [await market.draft(shop.id), await market.draft(shop.id)]
  await schedule(broken.id, inMs(HOUR))
  await schedule(sound.id, inMs(HOUR + MINUTE))
  await db.unsafe(`
    create function break_one() returns trigger language plpgsql as $$
    begin raise exception 'broken'; end $$;
    create trigger break_one before update on vouchers for each row when (new.id = '${broken.id}') execute function break_one()`)
  clock.advance(2 * HOUR)
  await settleDueSchedules(deps)
  await db.unsafe('drop trigger break_one on vouchers')
  expect([(await voucher(broken.id)).status, (await voucher(sound.id)).status]).toEqual([
    'DRAFT',
    'PUBLISHED',
  ])
  await settleDueSchedules(deps)
  expect((await voucher(broken.id)).status).toBe('PUBLISHED')
})
