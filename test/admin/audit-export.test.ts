import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { openMarket } from '../support/market.ts'

const { admin, as, db } = await createHarness()
const market = openMarket(admin)
const { id } = await market.merchant({ name: 'Kopi', description: '=1+1' })
await market.change(`/admin/merchants/${id}`, { name: 'Kopi, "the" Corner' })

const exported = async (query = ''): Promise<Record<string, string>[]> => {
  const { status, headers, body } = await admin('GET', `/admin/audit.csv${query}`)
  expect([status, headers['content-disposition']]).toEqual([200, 'attachment; filename="audit.csv"'])
  return parse(body, { columns: true })
}

test('200: every entry of the filter, newest first, as the list shows it', async () => {
  const [update, create, ...more] = await exported(`?target=merchant:${id}`)
  expect(more).toEqual([])
  expect([update?.action, create?.action]).toEqual(['merchant.update', 'merchant.create'])
  const [listed] = (await admin('GET', `/admin/audit?target=merchant:${id}`)).body.items
  expect(update).toEqual({
    ...{ id: listed.id, at: listed.at, action: listed.action, target: listed.target },
    ...{ actorKind: 'key', actorId: '', actorName: 'ADMIN_API_KEY' },
    before: JSON.stringify(listed.before),
    after: JSON.stringify(listed.after),
    ...{ targetName: listed.targetName, summary: listed.summary },
  })
})

test('200: 2,500 entries, each once, across pages', async () => {
  await db`
    insert into audit_log (id, at, actor_kind, actor_name, action, target)
    select uuid_v7(), now(), 'system', 'counterfoil', 'test.many', 'test:' || n from generate_series(1, 2500) as n`
  const rows = await exported('?action=test.many')
  expect(new Set(rows.map(({ target }) => target)).size).toBe(2500)
})

test('200: only the header line if nothing matches', async () => {
  const { body } = await admin('GET', '/admin/audit.csv?action=no.such')
  expect(body).toBe(
    '"id","at","actorKind","actorId","actorName","action","target","before","after","targetName","summary"\r\n',
  )
})

test('400 validation_failed: a time that does not exist; 403 forbidden: a merchant', async () => {
  expect((await admin('GET', '/admin/audit.csv?from=2026-13-01T00:00:00Z')).status).toBe(400)
  const { key } = (await admin('POST', '/admin/keys', { name: 'm', role: 'merchant', merchantIds: [id] }))
    .body
  expect((await as(key)('GET', '/admin/audit.csv')).status).toBe(403)
})
