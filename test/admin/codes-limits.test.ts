import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { expect, test, vi } from 'vitest'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY, createHarness } from '../support/harness.ts'
import { openMarket } from '../support/market.ts'

const harness = await createHarness()
const { db, server, served } = harness
const admin = heldToContract(served, harness.admin)
const market = openMarket(admin)
const merchant = await market.shop()
await server.listen({ port: 0, host: '127.0.0.1' })
const { port } = server.server.address() as AddressInfo

const PLAIN = { 'content-type': 'text/plain' }
const JSON_TYPE = { 'content-type': 'application/json' }

const poolOf = async (merchantId: string) =>
  (await market.draft(merchantId, { codeSource: 'MANUAL' })).id as string
const createPool = () => poolOf(merchant.id)
const uploaded = (id: string, body: unknown, headers = {}, query = '') =>
  admin('POST', `/admin/vouchers/${id}/codes${query}`, body, headers)
const codesOf = async (id: string) =>
  (await db`select code from voucher_codes where voucher_id = ${id} order by position`).map(
    ({ code }) => code,
  )

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

const MIB = 2 ** 20
/** JSON of this many bytes: one code and spaces. */
const jsonOf = (bytes: number) => '{"codes": ["PADDED"]}'.padEnd(bytes)

test('200: JSON of 1 MiB', async () => {
  const id = await createPool()
  const response = await uploaded(id, jsonOf(MIB), JSON_TYPE)
  expect([response.status, response.body.added]).toEqual([200, 1])
})

test('413 payload_too_large: JSON over 1 MiB, with or without a content length', async () => {
  const id = await createPool()
  const announced = open(id, { ...JSON_TYPE, 'content-length': String(MIB + 1) })
  announced.on('error', () => {})
  announced.write('{"codes": [')
  expect(await responseOf(announced)).toMatchObject({ status: 413, body: { error: 'payload_too_large' } })
  const chunked = open(id, { ...JSON_TYPE, 'transfer-encoding': 'chunked' })
  chunked.on('error', () => {})
  chunked.write(jsonOf(MIB + 1))
  expect(await responseOf(chunked)).toMatchObject({ status: 413, body: { error: 'payload_too_large' } })
  expect(await codesOf(id)).toEqual([])
})

test('413: 28 MiB of opening brackets, and other requests are answered meanwhile', async () => {
  const id = await createPool()
  const outgoing = open(id, { ...JSON_TYPE, 'transfer-encoding': 'chunked' })
  outgoing.on('error', () => {})
  const { max } = await longestPauseDuring(async () => {
    const response = responseOf(outgoing)
    outgoing.end('['.repeat(28 * MIB))
    expect((await response).status).toBe(413)
  })
  expect(max).toBeLessThan(1000)
})

test.each([
  ['arrays', `${'['.repeat(33)}${']'.repeat(33)}`],
  ['objects', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`],
  ['arrays that never end, 1 MiB of them', '['.repeat(MIB)],
])('400 validation_failed: 33 levels of %s', async (_name, body) => {
  const id = await createPool()
  const { max } = await longestPauseDuring(async () => {
    const response = await uploaded(id, body, JSON_TYPE)
    const issues = [{ path: '', message: 'the body is nested deeper than 32 levels' }]
    expect([response.status, response.body]).toMatchObject([400, { error: 'validation_failed', issues }])
  })
  expect(max).toBeLessThan(1000)
})

test('429 rate_limited: a merchant’s third dry run at once; 503 unavailable: the fourth on the node; uploads continue', async () => {
  const pools = [
    await createPool(),
    await poolOf((await market.shop()).id),
    await poolOf((await market.shop()).id),
  ]
  const [mine = '', theirs = '', third = ''] = pools
  const runs = vi.spyOn(harness.deps.dryRuns, 'run')
  const begun = [mine, mine, theirs].map((id) => open(id, PLAIN, '?dryRun=true'))
  for (const one of begun) one.write('A\n')
  await expect.poll(() => runs.mock.calls.length).toBe(3)
  const { status, headers, body } = await uploaded(mine, 'A', PLAIN, '?dryRun=true')
  expect([status, headers['retry-after'], body.error]).toEqual([429, '5', 'rate_limited'])
  const last = await uploaded(third, 'A', PLAIN, '?dryRun=true')
  expect([last.status, last.headers['retry-after'], last.body.error]).toEqual([503, '1', 'unavailable'])
  expect((await uploaded(mine, 'A', PLAIN)).status).toBe(200)
  const responses = begun.map(responseOf)
  for (const one of begun) one.end('B')
  for (const response of responses)
    expect(await response).toMatchObject({ status: 200, body: { received: 2 } })
  expect((await uploaded(third, 'A', PLAIN, '?dryRun=true')).status).toBe(200)
})

test('200: brackets inside a code do not count as nesting', async () => {
  const id = await createPool()
  const codes = [`\\"${'['.repeat(50)}`, '{'.repeat(50)]
  expect((await uploaded(id, { codes })).body).toMatchObject({ added: 2 })
  expect(await codesOf(id)).toEqual(codes)
})

test('413 payload_too_large: text over 128 MiB, with the report so far', async () => {
  const id = await createPool()
  async function* lines() {
    const line = Buffer.from(`${'x'.repeat(MIB - 1)}\n`)
    for (let i = 0; i < 128; i += 1) yield line
    yield Buffer.from('x')
  }
  const outgoing = open(id)
  const response = responseOf(outgoing)
  await pipeline(lines, outgoing, { end: false })
  expect(await response).toMatchObject({
    status: 413,
    body: { error: 'payload_too_large', details: { maxBytes: 128 * MIB, added: 0 } },
  })
  outgoing.end()
})

/** The longest time, in milliseconds, for which the event loop of this process (it includes the server) was blocked. */
async function longestPauseDuring(work: () => Promise<void>): Promise<{ max: number }> {
  const delays = monitorEventLoopDelay({ resolution: 10 })
  delays.enable()
  await work()
  // One more turn of the event loop, to count a pause that has just ended.
  await new Promise((resolve) => setTimeout(resolve, 30))
  delays.disable()
  return { max: delays.max / 1e6 }
}
