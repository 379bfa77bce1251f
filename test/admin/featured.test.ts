import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { until } from '../support/process.ts'

const { admin, as, db } = await createHarness()

const ids: string[] = []
for (const slug of ['one', 'two', 'three', 'four']) {
  const { body } = await admin('POST', '/admin/merchants', { name: slug, slug, category: 'F_AND_B' })
  ids.push(body.id)
}
const [one, two, three, four] = ids as [string, string, string, string]

const put = (merchantIds: unknown) => admin('PUT', '/admin/featured', { merchantIds })
const featured = async () => (await admin('GET', '/admin/featured')).body.merchantIds
const audit = () =>
  db`select action, before, after, actor_name from audit_log where target = 'featured' order by id`

test('200: empty at first; each PUT replaces the whole order', async () => {
  expect(await featured()).toEqual([])
  const first = await put([three, one, two])
  expect([first.status, first.body]).toEqual([200, { merchantIds: [three, one, two] }])
  expect(await featured()).toEqual([three, one, two])
  await put([two.toUpperCase(), four, three])
  expect(await featured()).toEqual([two, four, three])
  await put([])
  expect(await featured()).toEqual([])
  expect(await audit()).toMatchObject([
    { action: 'featured.update', before: { merchantIds: [] }, after: { merchantIds: [three, one, two] } },
    { before: { merchantIds: [three, one, two] }, after: { merchantIds: [two, four, three] } },
    { before: { merchantIds: [two, four, three] }, after: { merchantIds: [] }, actorName: 'ADMIN_API_KEY' },
  ])
})

test.each([
  ['an unknown id', () => [one, randomUUIDv7()], '/merchantIds'],
  ['an id twice', () => [one, two, one], '/merchantIds'],
  ['an id twice in two spellings', () => [one, one.toUpperCase()], '/merchantIds'],
  ['an id that is not a UUID', () => [one, 'two'], '/merchantIds/1'],
  ['null instead of a list', () => null, '/merchantIds'],
])('400 validation_failed: %s, nothing changed', async (_name, merchantIds, path) => {
  await put([four, one])
  const audited = (await audit()).length
  const refused = await put(merchantIds())
  expect([refused.status, refused.body.error]).toEqual([400, 'validation_failed'])
  expect(refused.body.issues.map((issue: { path: string }) => issue.path)).toContain(path)
  expect(await featured()).toEqual([four, one])
  expect(await audit()).toHaveLength(audited)
})

test('featuring a merchant does not change its version', async () => {
  const { body: before } = await admin('GET', `/admin/merchants/${one}`)
  await put([one])
  expect((await admin('GET', `/admin/merchants/${one}`)).body).toEqual(before)
})

test('200: concurrent PUTs leave one of the orders, complete', async () => {
  const orders = [[one, two], [two, one, three], [four], [three, four, one, two], [], [two, four]]
  const responses = await Promise.all(orders.map(put))
  expect(responses.map(({ status }) => status)).toEqual(orders.map(() => 200))
  expect(orders).toContainEqual(await featured())
})

test('403 forbidden: support may read the order but not change it; a merchant may do neither', async () => {
  await put([two])
  for (const [role, merchantIds, read] of [
    ['support', null, 200],
    ['merchant', [one], 403],
  ] as const) {
    const { body } = await admin('POST', '/admin/keys', { name: role, role, merchantIds })
    const call = as(body.key)
    expect((await call('GET', '/admin/featured')).status, role).toBe(read)
    expect((await call('PUT', '/admin/featured', { merchantIds: [one] })).status, role).toBe(403)
  }
  expect(await featured()).toEqual([two])
})

test('a change is announced once, at its commit; a refused change is not', async () => {
  const heard: string[] = []
  await db.listen('catalog', (payload) => void heard.push(payload))
  await put([one])
  await put([randomUUIDv7()])
  await db`select pg_notify('catalog', 'end')`
  await expect.poll(() => heard).toEqual(['', 'end'])
})

test('200: a PUT during a change of a featured merchant waits for it, without a deadlock', async () => {
  for (const [turn, changed] of [one, two, three, four].entries()) {
    await put([one, two, three, four])
    let order: ReturnType<typeof put> | undefined
    await db.begin(async (tx) => {
      await tx`select from merchants where id = ${changed} for update`
      order = put([two, three, four, one])
      await until(async () => {
        const waiting = await db`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%featured_position%'`
        return waiting.length > 0
      })
      await tx`update merchants set slug = ${`changed-${turn}`} where id = ${changed}`
    })
    expect((await order)?.status).toBe(200)
    expect(await featured()).toEqual([two, three, four, one])
  }
})
