import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { type AddressInfo, connect as connectTo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { CLI } from '../../src/domain/actors/caller.ts'
import { importCodes } from '../../src/domain/vouchers/import-codes.ts'
import { insertion } from '../../src/platform/database/sql.ts'
import { handleClientError, handleError } from '../../src/platform/http/errors.ts'
import { enforceResponseDeadlines } from '../../src/platform/http/response-deadlines.ts'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY, createHarness } from '../support/harness.ts'
import { openMarket } from '../support/market.ts'

const harness = await createHarness()
const { as, db, deps, server, served, logs } = harness
const admin = heldToContract(served, harness.admin)
const market = openMarket(admin)
const merchant = await market.shop()
await server.listen({ port: 0, host: '127.0.0.1' })
const { port } = server.server.address() as AddressInfo

const NOTHING = { received: 0, added: 0, duplicates: 0, duplicateLines: [], rejected: [], rejectedTotal: 0 }
const report = (changes: object) => ({ ...NOTHING, ...changes })
const PLAIN = { 'content-type': 'text/plain' }
const CSV = { 'content-type': 'text/csv' }

const createPool = async () => (await market.draft(merchant.id, { codeSource: 'MANUAL' })).id as string
const uploaded = (id: string, body: unknown, headers = {}, query = '') =>
  admin('POST', `/admin/vouchers/${id}/codes${query}`, body, headers)
const plain = async (id: string, lines: string | Buffer, query = '') =>
  (await uploaded(id, lines, PLAIN, query)).body
const csv = async (id: string, lines: string | Buffer, query = '') =>
  (await uploaded(id, lines, CSV, query)).body
const codesOf = async (id: string) =>
  (
    await db<{ code: string }[]>`select code from voucher_codes where voucher_id = ${id} order by position`
  ).map(({ code }) => code)
const poolOf = async (id: string) => (await admin('GET', `/admin/vouchers/${id}/codes`)).body
const audit = (id: string) =>
  db`select action, before, after from audit_log where target = ${`voucher:${id}`} and action like 'voucher.codes%'`
const numbered = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => `CODE-${String(from + i).padStart(7, '0')}`)

test('200: JSON in upload order, leading zeros kept, the pool counted', async () => {
  const id = await createPool()
  expect(await poolOf(id)).toEqual({ total: 0, available: 0, dispensed: 0 })
  const codes = ['KOPI-000417', '00420019', 'a', 'A', ' trimmed\t', '\\N', '\\.', '{"x"}', 'with space', '😀']
  const { status, body } = await uploaded(id, { codes })
  expect([status, body]).toEqual([200, report({ received: 10, added: 10 })])
  expect(await codesOf(id)).toEqual(codes.map((code) => code.trim()))
  expect(await poolOf(id)).toEqual({ total: 10, available: 10, dispensed: 0 })
  expect(await audit(id)).toEqual([
    {
      action: 'voucher.codes.upload',
      before: null,
      after: { received: 10, added: 10, duplicates: 0, rejected: 0 },
    },
  ])
})

test('200: duplicates in the pool and in the upload are counted and reported by line', async () => {
  const id = await createPool()
  expect(await plain(id, 'A\nB\nA\n')).toEqual(
    report({ received: 3, added: 2, duplicates: 1, duplicateLines: [3] }),
  )
  expect(await plain(id, 'C\nB\nD\n\nC\nA\nC')).toEqual(
    report({ received: 6, added: 2, duplicates: 4, duplicateLines: [2, 5, 6, 7] }),
  )
  expect(await codesOf(id)).toEqual(['A', 'B', 'C', 'D'])
  const other = await createPool()
  expect((await plain(other, 'A\nB')).added).toBe(2)
})

test('200: JSON lines are array positions; an empty code is rejected, the others are added', async () => {
  const id = await createPool()
  const { body } = await uploaded(id, { codes: ['A', '', '  ', 'B', 'line\nfeed', 'A'] })
  expect(body).toMatchObject(
    report({
      received: 6,
      added: 2,
      duplicates: 1,
      duplicateLines: [6],
      rejected: [
        { line: 2, value: '', reason: 'is empty' },
        { line: 3, value: '', reason: 'is empty' },
        { line: 5, value: 'line\nfeed', reason: 'contains a control character' },
      ],
      rejectedTotal: 3,
    }),
  )
})

const LONGEST = '😀'.repeat(100)

test.each<[string, string | Buffer, string[]]>([
  ['LF', 'A\nB\n', ['A', 'B']],
  ['CRLF', 'A\r\nB\r\n', ['A', 'B']],
  ['no newline at the end', 'A\nB', ['A', 'B']],
  ['a byte order mark', '\ufeffA\nB', ['A', 'B']],
  ['empty lines and blanks', '\n\n  A \t\n\r\n   \nB\n\n', ['A', 'B']],
  ['100 characters of four bytes', `${LONGEST}\n`, [LONGEST]],
  ['leading zeros', '000\n00\n0', ['000', '00', '0']],
  ['nothing', '', []],
  ['nothing but newlines', '\r\n\n\r\n', []],
])('200 text: %s', async (_name, file, codes) => {
  for (const type of [PLAIN, CSV]) {
    const id = await createPool()
    const { status, body } = await uploaded(id, file, type)
    expect([status, body]).toEqual([200, report({ received: codes.length, added: codes.length })])
    expect(await codesOf(id)).toEqual(codes)
  }
})

test.each<[string, string | Buffer, string, string]>([
  ['101 characters', `${'x'.repeat(101)}`, 'x'.repeat(100), 'is longer than 100 characters'],
  ['a line of 10 MB', 'x'.repeat(10_000_000), 'x'.repeat(100), 'is longer than 100 characters'],
  ['a line of 10 MB of blanks', ' '.repeat(10_000_000), ' '.repeat(100), 'is longer than 100 characters'],
  ['bytes that are not UTF-8', Buffer.from('caf\xe9', 'latin1'), 'caf\ufffd', 'is not valid UTF-8'],
  ['half a character', Buffer.from([0x41, 0xf0, 0x9f]), 'A\ufffd', 'is not valid UTF-8'],
  ['a tab inside', 'A\tB', 'A\tB', 'contains a control character'],
  ['a NUL', 'A\0B', 'A\0B', 'contains a control character'],
  ['a lone carriage return', 'A\rB', 'A\rB', 'contains a control character'],
  ['a delete', 'A\u007fB', 'A\u007fB', 'contains a control character'],
  ['a line separator', 'A\u2028B', 'A\u2028B', 'contains a control character'],
])('200 text: %s is rejected, the lines around it are not', async (_name, line, value, reason) => {
  const file = Buffer.concat([Buffer.from('A\n\n'), Buffer.from(line), Buffer.from('\nB\n')])
  for (const type of [PLAIN, CSV]) {
    const id = await createPool()
    const { body } = await uploaded(id, file, type)
    const rejected = [{ line: 3, value, reason }]
    expect(body).toMatchObject(report({ received: 3, added: 2, rejected, rejectedTotal: 1 }))
    expect(await codesOf(id)).toEqual(['A', 'B'])
  }
})

test('200 text/csv: quotes, doubled quotes and a comma within them; a header in any case', async () => {
  for (const header of ['code', 'Code', '"CODE"', ' code ', '\ufeffcode', '\n\ncode']) {
    const id = await createPool()
    const file = `${header}\r\n"A,1"\r\n"say ""hi"""\r\n" B "\r\n"""" \r\ncode\r\n`
    expect(await csv(id, file)).toEqual(report({ received: 5, added: 5 }))
    expect(await codesOf(id)).toEqual(['A,1', 'say "hi"', 'B', '"', 'code'])
  }
})

test('200 text/plain: the first line is a code even if it says “code”; quotes and commas are part of a code', async () => {
  const id = await createPool()
  expect(await plain(id, 'code\n"A"\nB,C')).toEqual(report({ received: 3, added: 3 }))
  expect(await codesOf(id)).toEqual(['code', '"A"', 'B,C'])
})

test.each([
  ['A,B', 'has more than one column'],
  ['A,', 'has more than one column'],
  ['"A",B', 'has more than one column'],
  ['"A" , "B"', 'has more than one column'],
  ['"A', 'has a quote that is not closed'],
  ['"A""', 'has a quote that is not closed'],
  ['"', 'has a quote that is not closed'],
  ['A"B', 'has a quote in a field that is not quoted'],
  ['="007"', 'has a quote in a field that is not quoted'],
  ['"A"B', 'has text after the closing quote'],
  ['""', 'is empty'],
  ['"  "', 'is empty'],
  [`"${'x'.repeat(101)}"`, 'is longer than 100 characters'],
])('200 text/csv: %s %s', async (line, reason) => {
  const id = await createPool()
  const { rejected, ...rest } = await csv(id, `OK\n${line}\n`)
  expect(rest).toMatchObject({ received: 2, added: 1, rejectedTotal: 1 })
  expect(rejected).toMatchObject([{ line: 2, value: expect.any(String), reason }])
})

test('200: parameters and case of the content type do not matter', async () => {
  const id = await createPool()
  const { body } = await uploaded(id, 'code\nA', {
    'content-type': 'Text/CSV; charset=utf-8; header=present',
  })
  expect(body).toEqual(report({ received: 1, added: 1 }))
})

test('200: lines that arrive byte by byte are read as whole lines', async () => {
  const file = Buffer.from('\ufeffcode\r\n"0é1"\r\n\n😀\nx\ty\nlast')
  const bytes = Readable.from(
    [...file].map((byte) => Buffer.from([byte])),
    { objectMode: false },
  )
  const id = await createPool()
  const result = await importCodes(deps, CLI, id, { type: 'text/csv', stream: bytes })
  const rejected = [{ line: 5, value: 'x\ty', reason: 'contains a control character' }]
  expect(result).toMatchObject(report({ received: 4, added: 3, rejected, rejectedTotal: 1 }))
  expect(await codesOf(id)).toEqual(['0é1', '😀', 'last'])
})

test('200: the first 1,000 duplicates and rejections are reported, all are counted', async () => {
  const id = await createPool()
  const result = await plain(id, `${'same\n'.repeat(1501)}${'a\tb\n'.repeat(1200)}`)
  expect(result).toMatchObject({ received: 2701, added: 1, duplicates: 1500, rejectedTotal: 1200 })
  expect(result.duplicateLines).toEqual(Array.from({ length: 1000 }, (_, i) => i + 2))
  expect([result.rejected.length, result.rejected[0].line, result.rejected[999].line]).toEqual([
    1000, 1502, 2501,
  ])
})

test('200 over many batches: order, line numbers and duplicates across them are right', async () => {
  const id = await createPool()
  const codes = numbered(25_000)
  const lines = [...codes.slice(0, 24_000), codes[3], 'bad\tcode', '', ...codes.slice(24_000), codes[24_999]]
  expect(await plain(id, lines.join('\n'))).toMatchObject(
    report({
      received: 25_003,
      added: 25_000,
      duplicates: 2,
      duplicateLines: [24_001, 25_004],
      rejected: [{ line: 24_002, value: 'bad\tcode', reason: 'contains a control character' }],
      rejectedTotal: 1,
    }),
  )
  expect(await codesOf(id)).toEqual(codes)
  expect(await audit(id)).toHaveLength(1)
  expect(await plain(id, lines.join('\n'))).toMatchObject({ received: 25_003, added: 0, duplicates: 25_002 })
})

test('200 dryRun: the same report as a real upload, nothing written', async () => {
  const id = await createPool()
  await uploaded(id, { codes: numbered(5, 100) })
  const codes = numbered(22_000)
  const file = [...codes, codes[0], 'bad\tcode', codes[21_999], codes[102]].join('\n')
  const before = await db`
    select (select count(*) from voucher_codes) as codes, (select count(*) from audit_log) as audited,
      (select last_value from voucher_codes_position_seq) as position,
      (select version from vouchers where id = ${id}) as version`
  const imagined = await plain(id, file, '?dryRun=true')
  expect(
    await db`
      select (select count(*) from voucher_codes) as codes, (select count(*) from audit_log) as audited,
        (select last_value from voucher_codes_position_seq) as position,
        (select version from vouchers where id = ${id}) as version`,
  ).toEqual(before)
  expect(imagined).toMatchObject({ received: 22_004, added: 21_995, duplicates: 8, rejectedTotal: 1 })
  expect(await plain(id, file, '?dryRun=false')).toEqual(imagined)
  const { body } = await uploaded(id, { codes: ['new', 'new', codes[1]] }, {}, '?dryRun=true')
  expect(body).toEqual(report({ received: 3, added: 1, duplicates: 2, duplicateLines: [2, 3] }))
})

test('a dry run that is cut off leaves no audit entry', async () => {
  const id = await createPool()
  async function* cutOff() {
    yield Buffer.from(`${numbered(20_000).join('\n')}\n`)
    throw new Error('cut off')
  }
  const upload = { type: 'text/plain', stream: cutOff(), dryRun: true } as const
  await expect(importCodes(deps, CLI, id, upload)).rejects.toThrow('cut off')
  expect([await codesOf(id), await audit(id)]).toEqual([[], []])
})

test('200: progress is reported for each batch and ends with the report', async () => {
  const id = await createPool()
  const seen: number[] = []
  const stream = Readable.from([Buffer.from(numbered(21_000).join('\n'))])
  const onProgress = ({ received }: { received: number }) => void seen.push(received)
  const result = await importCodes(deps, CLI, id, { type: 'text/plain', stream, onProgress })
  expect(result).toEqual(report({ received: 21_000, added: 21_000 }))
  expect(seen.filter((received) => received > 0)).toEqual([10_000, 20_000, 21_000])
})

test.each<[string, unknown, Record<string, string>, number, string]>([
  ['no body', undefined, {}, 400, 'validation_failed'],
  ['an empty JSON body', '', { 'content-type': 'application/json' }, 400, 'validation_failed'],
  ['no codes', { codes: [] }, {}, 400, 'validation_failed'],
  ['a number among the codes', { codes: ['A', 7] }, {}, 400, 'validation_failed'],
  ['an unknown property', { codes: ['A'], voucherId: 'x' }, {}, 400, 'validation_failed'],
  ['a NUL in JSON', { codes: ['A\0'] }, {}, 400, 'validation_failed'],
  ['another type', 'A', { 'content-type': 'application/xml' }, 415, 'unsupported_media_type'],
])('%s: refused, nothing added', async (_name, body, headers, status, error) => {
  const id = await createPool()
  const response = await uploaded(id, body, headers)
  expect([response.status, response.body.error]).toEqual([status, error])
  expect(await codesOf(id)).toEqual([])
})

test('400 validation_failed: of 200,000 wrong items in JSON, the first is named without delay', async () => {
  const id = await createPool()
  const wrong = `{"codes":["\\u0041${'",7,"'.repeat(200_000)}"]}`
  const headers = { 'content-type': 'application/json' }
  const { status, body } = await uploaded(id, wrong, headers)
  expect([status, body.error, body.issues.length]).toEqual([400, 'validation_failed', 1])
})

test('400 validation_failed: dryRun is true or false', async () => {
  const id = await createPool()
  expect((await uploaded(id, 'A', PLAIN, '?dryRun=yes')).status).toBe(400)
  expect(await codesOf(id)).toEqual([])
})

test('415: the other back-office routes accept no text', async () => {
  const response = await admin('POST', `/admin/merchants/${merchant.id}/vouchers`, 'title', PLAIN)
  expect([response.status, response.body.error]).toEqual([415, 'unsupported_media_type'])
})

test('404: an unknown voucher or one of another merchant, with or without a dry run', async () => {
  const stranger = await market.shop()
  const { key } = (
    await admin('POST', '/admin/keys', { name: 'Shop', role: 'merchant', merchantIds: [stranger.id] })
  ).body
  const theirs = heldToContract(served, as(key))
  const id = await createPool()
  for (const [call, voucherId] of [
    [theirs, id],
    [admin, randomUUIDv7()],
  ] as const) {
    for (const query of ['', '?dryRun=true']) {
      const response = await call('POST', `/admin/vouchers/${voucherId}/codes${query}`, 'A', PLAIN)
      expect([response.status, response.body]).toEqual([404, { error: 'not_found' }])
    }
    expect((await call('GET', `/admin/vouchers/${voucherId}/codes`)).status).toBe(404)
  }
  expect(await codesOf(id)).toEqual([])
})

/** A request whose body the test writes bit by bit. */
function open(id: string, headers: Record<string, string> = PLAIN, query = ''): ClientRequest {
  return request({
    port,
    method: 'POST',
    path: `/admin/vouchers/${id}/codes${query}`,
    headers: { authorization: `Bearer ${ADMIN_KEY}`, ...headers },
  })
}

async function responseOf(outgoing: ClientRequest) {
  const [incoming] = await once(outgoing, 'response')
  return { status: incoming.statusCode, body: JSON.parse(await text(incoming)) }
}

test('422 voucher_takes_no_codes: answered before the body has arrived', async () => {
  for (const codeSource of ['NONE', 'AUTO']) {
    const { id } = await market.draft(merchant.id, { codeSource })
    const outgoing = open(id)
    outgoing.write('A\n')
    expect(await responseOf(outgoing)).toEqual({ status: 422, body: { error: 'voucher_takes_no_codes' } })
    outgoing.end('B\n')
    expect(await codesOf(id)).toEqual([])
  }
})

test('a cut connection leaves whole batches with an audit entry; uploading again adds the rest', async () => {
  const id = await createPool()
  const codes = numbered(45_000)
  const outgoing = open(id, { ...PLAIN, 'transfer-encoding': 'chunked' })
  outgoing.on('error', () => {})
  outgoing.write(`${codes.slice(0, 33_333).join('\n')}\nCODE-00`)
  await expect.poll(async () => (await codesOf(id)).length).toBe(30_000)
  outgoing.destroy()
  await expect.poll(() => audit(id)).toHaveLength(1)
  expect((await audit(id))[0]?.after).toEqual({
    received: 30_000,
    added: 30_000,
    duplicates: 0,
    rejected: 0,
    endedEarly: true,
  })
  expect(await codesOf(id)).toEqual(codes.slice(0, 30_000))

  expect(await plain(id, codes.join('\n'))).toMatchObject({ added: 15_000, duplicates: 30_000 })
  expect(await codesOf(id)).toEqual(codes)
})

test('a connection that is cut in the first batch leaves no codes and no audit entry', async () => {
  const id = await createPool()
  const outgoing = open(id, { ...PLAIN, 'content-length': '1000' })
  outgoing.on('error', () => {})
  outgoing.write('A\nB\n')
  await new Promise((resolve) => setTimeout(resolve, 200))
  outgoing.destroy()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect([await codesOf(id), await audit(id)]).toEqual([[], []])
})

test('two uploads of the same codes at once, one in reverse order: each code is added and counted once', async () => {
  const id = await createPool()
  const node = await harness.startNode()
  const codes = numbered(30_000)
  const [forwards, backwards] = await Promise.all([
    plain(id, codes.join('\n')),
    node.admin('POST', `/admin/vouchers/${id}/codes`, codes.toReversed().join('\n'), PLAIN),
  ])
  expect(forwards.added + backwards.body.added).toBe(30_000)
  expect(forwards.duplicates + backwards.body.duplicates).toBe(30_000)
  expect((await codesOf(id)).sort()).toEqual(codes)
  expect(await audit(id)).toHaveLength(2)
})

test('422: a voucher that stops taking codes during an upload; the added codes are in the response and in the audit log', async () => {
  const id = await createPool()
  const outgoing = open(id)
  outgoing.write(`${numbered(10_000).join('\n')}\n`)
  await expect.poll(async () => (await codesOf(id)).length).toBe(10_000)
  await market.change(`/admin/vouchers/${id}`, { codeSource: 'NONE' })
  outgoing.end(`${numbered(10_000, 10_000).join('\n')}\n`)
  const stats = { received: 10_000, added: 10_000, duplicates: 0, rejected: 0 }
  const { status, body } = await responseOf(outgoing)
  expect([status, body]).toEqual([422, { error: 'voucher_takes_no_codes', details: stats }])
  expect((await audit(id)).map(({ after }) => after)).toEqual([{ ...stats, endedEarly: true }])
  expect(await codesOf(id)).toEqual(numbered(10_000))
})

test('500: a failed batch keeps the batches before it, with an audit entry, and the next upload works', async () => {
  const id = await createPool()
  await db`alter table voucher_codes add constraint no_boom check (code <> 'BOOM') not valid`
  const file = [...numbered(12_000), 'BOOM'].join('\n')
  const response = await uploaded(id, file, PLAIN)
  await db`alter table voucher_codes drop constraint no_boom`
  expect([response.status, response.body]).toEqual([500, { error: 'internal_error' }])
  expect((await audit(id)).map(({ after }) => after.added)).toEqual([10_000])
  expect(await plain(id, file)).toMatchObject({ added: 2001, duplicates: 10_000 })
})

test('413 payload_too_large: the line after the millionth, with the report so far', async () => {
  const id = await createPool()
  // Rejected lines count too, and need no database.
  async function* lines() {
    const block = Buffer.from('a\tb\n'.repeat(10_000))
    for (let i = 0; i < 100; i += 1) yield block
    yield Buffer.from('ONE-MORE\n')
  }
  const outgoing = open(id)
  const response = responseOf(outgoing)
  // The response arrives although the body has not ended.
  await pipeline(lines, outgoing, { end: false })
  const details = { maxCodes: 1_000_000, received: 1_000_000, added: 0, duplicates: 0, rejected: 1_000_000 }
  expect(await response).toEqual({ status: 413, body: { error: 'payload_too_large', details } })
  outgoing.end()
  expect(await codesOf(id)).toEqual([])
})

test('408 request_timeout: half a body when the route’s time is up; the connection is closed', async () => {
  const quick = fastify({ clientErrorHandler: (error, socket) => handleClientError(error, socket, {}) })
  quick.setErrorHandler(handleError)
  enforceResponseDeadlines(quick, { receivingMs: 100, handlingMs: 100 })
  quick.post('/', async () => 'ok')
  await quick.listen({ port: 0, host: '127.0.0.1' })
  const socket = connectTo((quick.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{')
  expect(await text(socket)).toMatch(/^HTTP\/1.1 408 .*connection: close.*{"error":"request_timeout"}$/s)
  await quick.close()
})

test('an upload has half an hour, other routes have seconds; a silent socket is always closed', () => {
  const allowed = new Map(served.map(({ id, timeoutMs }) => [id, timeoutMs]))
  expect([allowed.get('uploadCodes'), allowed.get('createVoucher')]).toEqual([30 * 60_000, undefined])
  const { requestTimeout, headersTimeout, timeout } = server.server
  expect({ requestTimeout, headersTimeout, timeout }).toEqual({
    requestTimeout: 0,
    headersTimeout: 30_000,
    timeout: 60_000,
  })
})

test('a refused client that keeps sending is cut off after a while', async () => {
  const { id } = await market.draft(merchant.id)
  const outgoing = open(id, { ...PLAIN, 'transfer-encoding': 'chunked' })
  outgoing.on('error', () => {})
  outgoing.write('A\n')
  expect((await responseOf(outgoing)).status).toBe(422)
  const trickle = setInterval(() => outgoing.write('A\n'), 100)
  // A reset connection may emit an error, and `once` would reject with it.
  await new Promise((resolve) => outgoing.on('close', resolve))
  clearInterval(trickle)
})

test('the socket is read no faster than the database stores', async () => {
  const id = await createPool()
  const block = Buffer.from(`${'x'.repeat(90)}\n`.repeat(5_000))
  const outgoing = open(id)
  let sentBytes = 0
  await db.begin(async (tx) => {
    await tx`select from vouchers where id = ${id} for update`
    // One batch waits for the lock and one is read ahead; buffers on the way hold a few megabytes at most.
    for (let i = 0; i < 200 && (outgoing.write(block) || (await drained(outgoing))); i += 1)
      sentBytes += block.length
    expect(sentBytes).toBeLessThan(30_000_000)
  })
  outgoing.end()
  const { status, body } = await responseOf(outgoing)
  expect([status, body.received, body.added]).toEqual([200, sentBytes / 91 + 5_000, 1])
})

/** Whether the written data was sent within half a second. */
function drained(outgoing: ClientRequest): Promise<boolean> {
  const drain = once(outgoing, 'drain').then(() => true)
  return Promise.race([drain, new Promise<boolean>((resolve) => setTimeout(resolve, 500, false))])
}

test('no code appears in the log or in the audit log', async () => {
  const id = await createPool()
  const secret = `SECRET-${randomUUIDv7()}`
  await plain(id, `${secret}\n${secret}\n${secret}\tx\n`)
  await db`alter table voucher_codes add constraint no_boom check (code not like 'SECRET%') not valid`
  expect((await uploaded(await createPool(), secret, PLAIN)).status).toBe(500)
  await db`alter table voucher_codes drop constraint no_boom`
  const [{ audited } = { audited: '' }] = await db<{ audited: string }[]>`
    select string_agg(a::text, '') as audited from audit_log a`
  expect(`${audited}${logs.join('')}`).not.toContain(secret)
})

test('the pool counts dispensed codes; a code needs a voucher, and a voucher with codes cannot be deleted', async () => {
  const id = await createPool()
  await uploaded(id, { codes: ['A', 'B', 'C'] })
  await dispense(id, 'B')
  expect(await poolOf(id)).toEqual({ total: 3, available: 2, dispensed: 1 })
  expect(await plain(id, 'B\nD')).toMatchObject({ added: 1, duplicates: 1 })
  const violation = { code: '23503' }
  const orphan = { voucherId: randomUUIDv7(), code: 'A' }
  await expect(db`insert into voucher_codes ${insertion(orphan)}`).rejects.toMatchObject(violation)
  await expect(db`delete from vouchers where id = ${id}`).rejects.toMatchObject(violation)
  await db`delete from vouchers where id = ${await createPool()}`
})

/** Draws a code as a redemption does, with its counter but without the redemption. */
async function dispense(voucherId: string, code: string): Promise<void> {
  await db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      update voucher_codes set redemption_id = ${randomUUIDv7()} where voucher_id = ${voucherId} and code = ${code}`
    await tx`
      insert into voucher_quotas as q (voucher_id, cycle_key, used) values (${voucherId}, 'ONE_TIME', 1)
      on conflict (voucher_id, cycle_key) do update set used = q.used + 1`
  })
}
