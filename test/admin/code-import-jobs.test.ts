import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { runCodeImports } from '../../src/domain/imports/write-codes.ts'
import { deleteExpiredRows } from '../../src/process/expired-rows.ts'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY, type Call, createHarness } from '../support/harness.ts'
import { openMarket } from '../support/market.ts'
import { openTwin } from '../support/sandbox-scene.ts'

const harness = await createHarness()
const { clock, db, deps, server, startNode } = harness
const as = (key: string): Call => heldToContract(harness.served, harness.as(key))
const admin = as(ADMIN_KEY)
const market = openMarket(admin)
const shop = await market.shop()
await server.listen({ port: 0, host: '127.0.0.1' })
const { port } = server.server.address() as AddressInfo

const pool = async (merchantId = shop.id) =>
  (await market.draft(merchantId, { codeSource: 'MANUAL' })).id as string
const start = (voucherId: string, lines: string[], call = admin, query = '?fileName=codes.csv') =>
  call('POST', `/admin/vouchers/${voucherId}/code-imports${query}`, lines.join('\n'), {
    'content-type': 'text/csv',
  })
const view = async (id: string) => (await admin('GET', `/admin/code-imports/${id}`)).body
const latest = async (voucherId: string) =>
  (await admin('GET', `/admin/vouchers/${voucherId}/code-imports`)).body.items[0]
const codesOf = async (voucherId: string) =>
  (
    await db<
      { code: string }[]
    >`select code from voucher_codes where voucher_id = ${voucherId} order by position`
  ).map(({ code }) => code)
const partsOf = async (importId: string) =>
  (await db`select from code_import_parts where import_id = ${importId}`).count
const numbered = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `KOPI-${from + n}`)
const auditOf = async (voucherId: string) =>
  (await admin('GET', `/admin/audit?target=voucher:${voucherId}`)).body.items
    .filter(({ action }: { action: string }) => action.startsWith('voucher.codes'))
    .map(({ action, actor, after }: Record<string, { name: string }>) => [action, actor?.name, after])

test('202: 10,000 lines, 37 of them wrong: the request adds nothing; a worker adds the valid codes in order', async () => {
  const id = await pool()
  const lines = numbered(10_000).map((code, n) => (n % 271 === 7 ? `${code},x` : code))
  const { body: key } = await admin('POST', '/admin/keys', {
    name: 'Loader',
    role: 'merchant',
    merchantIds: [shop.id],
  })
  const { status, body } = await start(id, lines, as(key.key))
  const counts = { voucherId: id, fileName: 'codes.csv', startedBy: 'Loader', total: 10_000, error: null }
  expect([status, body]).toMatchObject([202, { ...counts, state: 'RUNNING', done: 0, added: 0 }])
  expect(await codesOf(id)).toEqual([])
  await runCodeImports(deps)
  expect(await codesOf(id)).toEqual(lines.filter((line) => !line.includes(',')))
  const done = { ...counts, id: body.id, state: 'DONE', done: 10_000 }
  expect(await latest(id)).toMatchObject({ ...done, added: 9963, duplicates: 0, rejectedTotal: 37 })
  const { rejected, duplicateLines } = await view(body.id)
  expect([rejected.length, duplicateLines]).toEqual([37, []])
  expect(rejected[0]).toMatchObject({ line: 8, value: 'KOPI-7,x', reason: 'has more than one column' })
  expect(await partsOf(body.id)).toBe(0)
  const totals = { received: 10_000, added: 9963, duplicates: 0, rejected: 37 }
  expect(await auditOf(id)).toEqual([
    ['voucher.codes.upload', 'Loader', totals],
    ['voucher.codes.import', 'Loader', { fileName: 'codes.csv', total: 10_000 }],
  ])
})

test('two imports of one file at once: each code is added once; the other import counts it as a duplicate', async () => {
  const id = await pool()
  const lines = numbered(5000)
  const { body: first } = await start(id, lines)
  const { body: second } = await start(id, lines)
  const node = await startNode()
  await Promise.all([runCodeImports(deps), runCodeImports(node.deps)])
  await runCodeImports(deps)
  await node.stop()
  expect((await codesOf(id)).toSorted()).toEqual(lines.toSorted())
  const [one, two] = [await view(first.id), await view(second.id)]
  expect([one.state, two.state]).toEqual(['DONE', 'DONE'])
  expect([one.added + two.added, one.duplicates + two.duplicates]).toEqual([5000, 5000])
  expect([one, two].every(({ done }) => done === 5000)).toBe(true)
})

test('an import that is stopped half-way continues where it stopped: no code is lost, none is counted twice', async () => {
  const id = await pool()
  const { body } = await start(id, [...numbered(9000), ...numbered(100)])
  await db.unsafe(`
    create function fail_once() returns trigger language plpgsql as $$
    begin
      if new.code = 'KOPI-5000' then raise exception 'cut off' using errcode = '40001'; end if;
      return new;
    end $$;
    create trigger fail_once before insert on voucher_codes for each row execute function fail_once()`)
  await expect(runCodeImports(deps)).rejects.toThrow()
  expect(await latest(id)).toMatchObject({ state: 'RUNNING', done: 4000, added: 4000 })
  expect(await codesOf(id)).toHaveLength(4000)
  await db.unsafe('drop trigger fail_once on voucher_codes; drop function fail_once()')
  const nodes = [await startNode(), await startNode()]
  await Promise.all(nodes.map((node) => runCodeImports(node.deps)))
  await runCodeImports(deps)
  await Promise.all(nodes.map((node) => node.stop()))
  expect(await view(body.id)).toMatchObject({ state: 'DONE', done: 9100, added: 9000, duplicates: 100 })
  expect(await codesOf(id)).toEqual(numbered(9000))
})

test('an upload that is cut off adds no code and leaves no import behind', async () => {
  const id = await pool()
  const outgoing = request({
    ...{ port, host: '127.0.0.1', method: 'POST', path: `/admin/vouchers/${id}/code-imports` },
    headers: {
      authorization: `Bearer ${ADMIN_KEY}`,
      'content-type': 'text/plain',
      'content-length': '1000000',
    },
  })
  outgoing.on('error', () => {})
  outgoing.write(`${numbered(7000).join('\n')}\n`)
  const stored = async () =>
    (
      await db`select from code_import_parts join code_imports on code_imports.id = import_id
        where voucher_id = ${id}`
    ).count
  await expect.poll(stored).toBeGreaterThan(0)
  expect(await latest(id)).toBeUndefined()
  await runCodeImports(deps)
  outgoing.destroy()
  await expect.poll(stored).toBe(0)
  await runCodeImports(deps)
  expect([await latest(id), await codesOf(id), await auditOf(id)]).toEqual([undefined, [], []])
})

test('a node crashes while it receives a file: the partial file is deleted after a day', async () => {
  const id = await pool()
  await db`insert into code_imports (id, voucher_id, file_name, started_by, created_at)
    values (${randomUUID()}, ${id}, 'lost.csv', '{}', ${clock.now})`
  const stored = async () => (await db`select from code_imports where voucher_id = ${id}`).count
  clock.advance(23 * 60 * 60 * 1000)
  await deleteExpiredRows(deps)
  expect(await stored()).toBe(1)
  clock.advance(2 * 60 * 60 * 1000)
  await deleteExpiredRows(deps)
  expect(await stored()).toBe(0)
})

test('413 payload_too_large: more than a million codes, none added', async () => {
  const id = await pool()
  const { status, body } = await start(id, numbered(1_000_001))
  expect([status, body.error, body.details]).toEqual([413, 'payload_too_large', { maxCodes: 1_000_000 }])
  expect([await latest(id), await codesOf(id)]).toEqual([undefined, []])
})

test('422 voucher_takes_no_codes at the start; if the voucher changes later, the import fails and says why', async () => {
  const none = (await market.draft(shop.id)).id as string
  expect((await start(none, ['A'])).body.error).toBe('voucher_takes_no_codes')
  const id = await pool()
  const { body } = await start(id, ['A'])
  const { body: next } = await start(await pool(), ['B'])
  await admin('PATCH', `/admin/vouchers/${id}`, { codeSource: 'NONE' })
  await runCodeImports(deps)
  expect(await view(body.id)).toMatchObject({
    state: 'FAILED',
    error: 'The voucher no longer takes codes from a pool.',
    added: 0,
  })
  expect(await partsOf(body.id)).toBe(0)
  expect(await view(next.id)).toMatchObject({ state: 'DONE', added: 1 })
})

test('an import that fails unexpectedly says so, keeps the codes it added, and does not delay the next import', async () => {
  const id = await pool()
  const { body } = await start(id, numbered(3000))
  await db`delete from code_import_parts where import_id = ${body.id} and place = 2000`
  const { body: next } = await start(await pool(), ['B'])
  await runCodeImports(deps)
  expect(await view(body.id)).toMatchObject({
    state: 'FAILED',
    error: 'The import ended with an unexpected error; see the log for details.',
    done: 2000,
    added: 2000,
  })
  expect((await auditOf(id))[0]).toEqual([
    'voucher.codes.upload',
    'ADMIN_API_KEY',
    { received: 2000, added: 2000, duplicates: 0, rejected: 0, endedEarly: true },
  ])
  expect(await view(next.id)).toMatchObject({ state: 'DONE' })
})

test('200: an empty file finishes without codes; text that the database cannot store is rejected with a reason', async () => {
  const id = await pool()
  const { body: empty } = await start(id, ['code', ''])
  const { body: odd } = await start(id, ['A\u0000B', 'fine'])
  await runCodeImports(deps)
  expect(await view(empty.id)).toMatchObject({ state: 'DONE', total: 0, added: 0 })
  expect(await view(odd.id)).toMatchObject({
    added: 1,
    rejected: [{ line: 1, value: 'A\u0000B', reason: 'contains a control character' }],
  })
})

test('404 not_found: imports of another merchant’s voucher; 415: a body that is not text', async () => {
  const other = await market.shop()
  const { body: key } = await admin('POST', '/admin/keys', {
    name: 'Own',
    role: 'merchant',
    merchantIds: [other.id],
  })
  const call = as(key.key)
  const id = await pool()
  const { body } = await start(id, ['A'])
  expect((await call('GET', `/admin/code-imports/${body.id}`)).status).toBe(404)
  expect((await call('GET', `/admin/vouchers/${id}/code-imports`)).status).toBe(404)
  expect((await start(id, ['B'], call)).status).toBe(404)
  expect((await start(randomUUID(), ['B'])).status).toBe(404)
  const json = await admin('POST', `/admin/vouchers/${id}/code-imports`, { codes: ['A'] })
  expect(json.body.error).toBe('unsupported_media_type')
})

test('imports are deleted 30 days after they finished', async () => {
  const id = await pool()
  await start(id, ['A'])
  await runCodeImports(deps)
  clock.advance(29 * 24 * 60 * 60 * 1000)
  await deleteExpiredRows(deps)
  expect(await latest(id)).toMatchObject({ state: 'DONE' })
  clock.advance(2 * 24 * 60 * 60 * 1000)
  await deleteExpiredRows(deps)
  expect(await latest(id)).toBeUndefined()
  expect(await codesOf(id)).toEqual(['A'])
})

test('a sandbox can be reset while codes are imported into it', async () => {
  const twin = await openTwin(harness)
  const { body } = await start(twin.scenario('one-code').voucherId, numbered(3000))
  expect((await twin.call('POST', '/integrations/test/reset')).status).toBe(204)
  await runCodeImports(deps)
  expect([(await admin('GET', `/admin/code-imports/${body.id}`)).status, await partsOf(body.id)]).toEqual([
    404, 0,
  ])
})
