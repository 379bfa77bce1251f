import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { runOutletImports } from '../../src/domain/imports/write-outlets.ts'
import { createVault } from '../../src/platform/secrets.ts'
import { deleteExpiredRows } from '../../src/process/expired-rows.ts'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY, type Call, createHarness } from '../support/harness.ts'
import { openMarket } from '../support/market.ts'

const harness = await createHarness()
const { clock, db, deps, startNode } = harness
const as = (key: string): Call => heldToContract(harness.served, harness.as(key))
const admin = as(ADMIN_KEY)
const market = openMarket(admin)

const HEADER = 'name,addressLine,city,countryCode,pin'
const start = (merchantId: string, lines: string[], call = admin, query = '?fileName=shops.csv') =>
  call('POST', `/admin/merchants/${merchantId}/outlet-imports${query}`, [HEADER, ...lines].join('\n'), {
    'content-type': 'text/csv',
  })
const view = async (id: string) => (await admin('GET', `/admin/outlet-imports/${id}`)).body
const latest = async (merchantId: string) =>
  (await admin('GET', `/admin/merchants/${merchantId}/outlet-imports`)).body.items[0]
const outletsOf = (merchantId: string) =>
  db`select name, address_line, version, pin_hash is not null as has_pin from outlets
    where merchant_id = ${merchantId} order by name`
const stalls = (count: number) => Array.from({ length: count }, (_, n) => `Stall ${n},Row ${n},Ipoh,MY,`)

test('202: the request checks each row; a worker writes the rows in the name of the person who started the import', async () => {
  const { id } = await market.merchant()
  const same = await market.outlet(id, { name: 'Same', addressLine: 'Jalan 1', city: 'Ipoh' })
  const old = await market.outlet(id, { name: 'Old', addressLine: 'Jalan 2', city: 'Ipoh' })
  const { body: key } = await admin('POST', '/admin/keys', {
    name: 'Loader',
    role: 'merchant',
    merchantIds: [id],
  })
  const { status, body } = await start(
    id,
    ['Same,Jalan 1,Ipoh,MY,', 'Old,Jalan 22,Ipoh,MY,', 'New,Jalan 3,Ipoh,MY,0042', 'Wrong,Jalan 4,Ipoh,MYS,'],
    as(key.key),
  )
  const counts = { total: 4, wrong: 1, fileName: 'shops.csv', startedBy: 'Loader', error: null }
  expect([status, body]).toMatchObject([202, { ...counts, state: 'RUNNING', done: 0, written: 0 }])
  expect(await outletsOf(id)).toHaveLength(2)
  await runOutletImports(deps)
  expect(await outletsOf(id)).toMatchObject([
    { name: 'New', addressLine: 'Jalan 3', hasPin: true },
    { name: 'Old', addressLine: 'Jalan 22', version: old.version + 1 },
    { name: 'Same', version: same.version },
  ])
  expect(await latest(id)).toMatchObject({ ...counts, id: body.id, state: 'DONE', done: 4, written: 2 })
  const { rows } = await view(body.id)
  expect(
    rows.map(({ line, status, isWritten }: Record<string, unknown>) => [line, status, isWritten]),
  ).toEqual([
    [2, 'unchanged', false],
    [3, 'changed', true],
    [4, 'new', true],
    [5, 'wrong', false],
  ])
  expect(rows[3].issues[0].path).toBe('/countryCode')
  const audit = (await admin('GET', '/admin/audit?action=outlet.create')).body.items
  expect(audit[0].actor.name).toBe('Loader')
})

test('a stored import shows neither the PINs of its file nor, when it has finished, the file', async () => {
  const { id } = await market.merchant()
  const { body } = await start(id, ['Till,Jalan 1,Ipoh,MY,7391'])
  const stored = async () => JSON.stringify(await db`select * from outlet_imports where id = ${body.id}`)
  expect(await stored()).not.toMatch(/\b7391\b/)
  expect(
    (await db`select sealed_values from outlet_imports where id = ${body.id}`)[0]?.sealedValues,
  ).not.toBeNull()
  await runOutletImports(deps)
  expect(
    (await db`select sealed_values from outlet_imports where id = ${body.id}`)[0]?.sealedValues,
  ).toBeNull()
})

test('an import that is stopped half-way continues where it stopped: no row is lost, none is written twice', async () => {
  const { id } = await market.merchant()
  const { body } = await start(id, stalls(1000))
  await db.unsafe(`
    create function fail_once() returns trigger language plpgsql as $$
    begin
      if new.name = 'Stall 450' then raise exception 'cut off' using errcode = '40001'; end if;
      return new;
    end $$;
    create trigger fail_once before insert on outlets for each row execute function fail_once()`)
  await expect(runOutletImports(deps)).rejects.toThrow()
  expect(await latest(id)).toMatchObject({ state: 'RUNNING', done: 400, written: 400 })
  expect(await outletsOf(id)).toHaveLength(400)
  await db.unsafe('drop trigger fail_once on outlets; drop function fail_once()')
  const nodes = [await startNode(), await startNode()]
  await Promise.all(nodes.map((node) => runOutletImports(node.deps)))
  await runOutletImports(deps)
  await Promise.all(nodes.map((node) => node.stop()))
  expect(await view(body.id)).toMatchObject({ state: 'DONE', done: 1000, written: 1000 })
  expect(await outletsOf(id)).toHaveLength(1000)
})

test('a row whose outlet changed after the check gets the result of the actual write', async () => {
  const { id } = await market.merchant()
  const { body } = await start(id, ['Twin,Jalan,Ipoh,MY,', 'Made,Jalan 1,Ipoh,MY,'])
  for (let n = 0; n < 2; n += 1) await market.outlet(id, { name: 'Twin' })
  await market.outlet(id, { name: 'Made', addressLine: 'Jalan 1', city: 'Ipoh' })
  await runOutletImports(deps)
  const found = await view(body.id)
  expect(found).toMatchObject({ state: 'DONE', written: 0, wrong: 1 })
  expect(found.rows).toMatchObject([
    { status: 'wrong', isWritten: false, issues: [{ path: '/name' }] },
    { status: 'unchanged', isWritten: false },
  ])
  expect(await outletsOf(id)).toHaveLength(3)
})

test('an import that can no longer be decrypted fails with a reason, and does not delay the next import', async () => {
  const { id } = await market.merchant()
  const { body: lost } = await start(id, stalls(1))
  await db`update outlet_imports set sealed_values = ${createVault(randomBytes(32)).seal('other', '[]')} where id = ${lost.id}`
  const { body: next } = await start(id, ['Next,Jalan,Ipoh,MY,'])
  await runOutletImports(deps)
  expect(await view(lost.id)).toMatchObject({
    state: 'FAILED',
    error: expect.stringContaining('Upload it again.'),
  })
  expect(await view(next.id)).toMatchObject({ state: 'DONE', written: 1 })
})

test('400 validation_failed: a file without rows or columns starts no import; 202: a file with only wrong rows writes none', async () => {
  const { id } = await market.merchant()
  const call = (text: string) =>
    admin('POST', `/admin/merchants/${id}/outlet-imports`, text, { 'content-type': 'text/csv' })
  expect((await call('name\nA')).body.issues).toHaveLength(3)
  expect((await call('\n')).body.error).toBe('validation_failed')
  expect(await latest(id)).toBeUndefined()
  const { body } = await start(id, ['Bad\u0000name,,,,'], admin, '')
  expect(body).toMatchObject({ fileName: 'outlets.csv', total: 1, wrong: 1 })
  await runOutletImports(deps)
  expect(await view(body.id)).toMatchObject({ state: 'DONE', done: 1, written: 0 })
  expect(await outletsOf(id)).toEqual([])
})

test('404 not_found: an import of another merchant, and of an unknown one', async () => {
  const [own, other] = [await market.merchant(), await market.merchant()]
  const { body: key } = await admin('POST', '/admin/keys', {
    name: 'Own',
    role: 'merchant',
    merchantIds: [own.id],
  })
  const call = as(key.key)
  const { body } = await start(other.id, stalls(1))
  expect((await call('GET', `/admin/outlet-imports/${body.id}`)).status).toBe(404)
  expect((await call('GET', `/admin/merchants/${other.id}/outlet-imports`)).status).toBe(404)
  expect((await start(other.id, stalls(1), call)).status).toBe(404)
  expect((await start(randomUUID(), stalls(1))).status).toBe(404)
})

test('imports are deleted 30 days after they finished', async () => {
  const { id } = await market.merchant()
  const { body } = await start(id, stalls(1))
  await runOutletImports(deps)
  clock.advance(29 * 24 * 60 * 60 * 1000)
  await deleteExpiredRows(deps)
  expect(await latest(id)).toMatchObject({ id: body.id })
  clock.advance(2 * 24 * 60 * 60 * 1000)
  await deleteExpiredRows(deps)
  expect(await latest(id)).toBeUndefined()
})
