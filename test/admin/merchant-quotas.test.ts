import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { heldToContract } from '../support/conformity.ts'
import { type Call, createHarness } from '../support/harness.ts'
import { openMarket } from '../support/market.ts'
import { grayPng } from '../support/pictures.ts'

const MIB = 1024 * 1024
const LIMITS = { merchantImages: 3, merchantImageBytes: MIB, merchantPublicationsPerHour: 3 }
const harness = await createHarness(LIMITS)
const { clock, db, deps, served, as, startNode } = harness
const admin = heldToContract(served, harness.admin)
const market = openMarket(admin)
const folder = join(deps.config.dataDir, 'uploads')

async function keyOf(merchantId: string, caller: (key: string) => Call = as): Promise<Call> {
  const { body } = await admin('POST', '/admin/keys', {
    name: 'Shop',
    role: 'merchant',
    merchantIds: [merchantId],
  })
  return heldToContract(served, caller(body.key))
}

/** A new PNG each time. */
const png = (byteLength = 96) => grayPng(2, 3, 0x80, byteLength)
const upload = (call: Call, bytes = png()) =>
  call('POST', '/admin/images', bytes, { 'content-type': 'image/png' })
const files = () => readdir(folder).catch(() => [])
const imagesOf = (merchantId: string) =>
  db`select name, bytes, uploaded_by, uploaded_at from images where merchant_id = ${merchantId} order by uploaded_at`
const publish = (call: Call, id: string) => call('POST', `/admin/vouchers/${id}/publish`)
const unpublish = (call: Call, id: string) => call('POST', `/admin/vouchers/${id}/unpublish`)
const statuses = (responses: { status: number }[]) => responses.map(({ status }) => status).toSorted()

test('422 image_quota_reached: one image too many, nothing stored; the same image again counts once', async () => {
  const shop = await market.merchant()
  const call = await keyOf(shop.id)
  const first = png(100)
  expect((await upload(call, first)).status).toBe(201)
  for (let i = 0; i < 3; i += 1) expect((await upload(call, first)).status).toBe(201)
  expect(statuses([await upload(call), await upload(call)])).toEqual([201, 201])
  const before = await files()
  const refused = await upload(call)
  expect([refused.status, refused.body]).toEqual([
    422,
    { error: 'image_quota_reached', details: { unit: 'images', limit: 3, used: 3 } },
  ])
  expect(await files()).toEqual(before)
  // An image that exists already costs nothing.
  expect((await upload(call, first)).status).toBe(201)
  const rows = await imagesOf(shop.id)
  expect(rows).toHaveLength(3)
  const [key] = await db`select id from api_keys where ${shop.id} = any (merchant_ids)`
  expect(rows[0]).toEqual({
    name: expect.stringMatching(/^[0-9a-f]{32}\.png$/),
    bytes: 100,
    uploadedBy: key?.id,
    uploadedAt: clock.now.toISOString(),
  })
})

test('422 image_quota_reached: one byte too many; 201 with exactly the maximum', async () => {
  const shop = await market.merchant()
  const call = await keyOf(shop.id)
  expect((await upload(call, png(MIB - 100))).status).toBe(201)
  const refused = await upload(call, png(101))
  expect([refused.status, refused.body]).toEqual([
    422,
    { error: 'image_quota_reached', details: { unit: 'bytes', limit: MIB, used: MIB - 100 } },
  ])
  expect((await upload(call, png(100))).status).toBe(201)
})

test('201: the same image of two merchants counts for each, and admins have no quota', async () => {
  const [one, other] = [await market.merchant(), await market.merchant()]
  const shared = png()
  for (const { id } of [one, other]) expect((await upload(await keyOf(id), shared)).status).toBe(201)
  expect([await imagesOf(one.id), await imagesOf(other.id)].map((rows) => rows.length)).toEqual([1, 1])
  for (let i = 0; i < 5; i += 1) expect((await upload(admin)).status).toBe(201)
})

test('201 up to the quota, then 422: concurrent uploads with two keys on two nodes', async () => {
  const shop = await market.merchant()
  const node = await startNode()
  const calls = [await keyOf(shop.id), await keyOf(shop.id, node.as)]
  const responses = await Promise.all(Array.from({ length: 12 }, (_, i) => upload(calls[i % 2] as Call)))
  expect(statuses(responses)).toEqual([...Array(3).fill(201), ...Array(9).fill(422)])
  expect(await imagesOf(shop.id)).toHaveLength(3)
})

test('201 for all: the same new image uploaded many times at once counts once', async () => {
  const shop = await market.merchant()
  const call = await keyOf(shop.id)
  const image = png()
  const responses = await Promise.all(Array.from({ length: 8 }, () => upload(call, image)))
  expect(statuses(responses)).toEqual(Array(8).fill(201))
  expect(await imagesOf(shop.id)).toHaveLength(1)
})

test('500, and nothing counted: the file cannot be written', async () => {
  const broken = await createHarness()
  await writeFile(join(broken.deps.config.dataDir, 'uploads'), 'not a folder')
  const { id } = await openMarket(broken.admin).merchant()
  const { key } = (
    await broken.admin('POST', '/admin/keys', { name: 'Shop', role: 'merchant', merchantIds: [id] })
  ).body
  expect((await upload(broken.as(key))).status).toBe(500)
  expect(await broken.db`select from images`).toHaveLength(0)
})

async function shopWithDrafts(count: number) {
  const shop = await market.shop()
  const drafts: string[] = []
  for (let i = 0; i < count; i += 1) drafts.push((await market.draft(shop.id)).id)
  return { shop, drafts, call: await keyOf(shop.id) }
}

test('429 publication_limit_reached: the fourth within an hour; allowed again when the first is an hour old', async () => {
  const { drafts, call } = await shopWithDrafts(5)
  for (const id of drafts.slice(0, 3)) {
    expect((await publish(call, id)).status).toBe(200)
    clock.advance(60_000)
  }
  const [fourth, fifth] = drafts.slice(3) as [string, string]
  const refused = await publish(call, fourth)
  expect([refused.status, refused.body]).toEqual([
    429,
    { error: 'publication_limit_reached', details: { limit: 3, used: 3, retryAfterSeconds: 57 * 60 } },
  ])
  expect(refused.headers['retry-after']).toBe(String(57 * 60))
  expect((await admin('GET', `/admin/vouchers/${fourth}`)).body.status).toBe('DRAFT')
  clock.advance(57 * 60_000 - 1)
  expect((await publish(call, fourth)).body.details.retryAfterSeconds).toBe(1)
  clock.advance(1)
  expect((await publish(call, fourth)).status).toBe(200)
  expect((await publish(call, fifth)).status).toBe(429)
})

test('200, not counted: a voucher that is published already, and publications by an admin', async () => {
  const { drafts, call } = await shopWithDrafts(5)
  for (const id of drafts.slice(0, 2))
    for (const by of [admin, admin]) expect((await publish(by, id)).status).toBe(200)
  for (let i = 0; i < 5; i += 1) expect((await publish(call, drafts[0] as string)).status).toBe(200)
  for (const id of drafts.slice(2)) expect((await publish(call, id)).status).toBe(200)
})

test('429: publishing again counts too; 422 voucher_incomplete does not', async () => {
  const { shop, drafts, call } = await shopWithDrafts(1)
  const [id] = drafts as [string]
  const incomplete = (await admin('POST', `/admin/merchants/${shop.id}/vouchers`, { title: 'No image' })).body
    .id
  for (let i = 0; i < 3; i += 1) {
    expect((await publish(call, incomplete)).status).toBe(422)
    expect((await publish(call, id)).status).toBe(200)
    expect((await unpublish(call, id)).status).toBe(200)
  }
  expect((await publish(call, id)).status).toBe(429)
  expect((await publish(call, incomplete)).status).toBe(422)
  expect((await publish(admin, id)).status).toBe(200)
})

test('200 three times, then 429: concurrent publications on two nodes', async () => {
  const { shop, drafts, call } = await shopWithDrafts(8)
  const node = await startNode()
  const other = await keyOf(shop.id, node.as)
  const responses = await Promise.all(drafts.map((id, i) => publish(i % 2 ? call : other, id)))
  expect(statuses(responses)).toEqual([200, 200, 200, 429, 429, 429, 429, 429])
  const live = await db`select from vouchers where merchant_id = ${shop.id} and status = 'PUBLISHED'`
  expect(live).toHaveLength(3)
})
