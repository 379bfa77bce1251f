import { execFileSync } from 'node:child_process'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { openMarket } from '../support/market.ts'
import { grayPng } from '../support/pictures.ts'

const { admin, as, deps, logs, server } = await createHarness()
const market = openMarket(admin)
const { port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }))

async function merchantKey(): Promise<string> {
  const { id } = await market.merchant()
  const response = await admin('POST', '/admin/keys', { name: 'Shop', role: 'merchant', merchantIds: [id] })
  return response.body.key
}

const adminKey = async () =>
  (await admin('POST', '/admin/keys', { name: 'Admin', role: 'admin' })).body.key as string

const upload = (key: string, body: Buffer) =>
  as(key)('POST', '/admin/images', body, { 'content-type': 'image/png' })

/** Sends the headers of an upload and none of its body, until `end` or `cut` is called. */
function begin(key: string, headers: Record<string, string | number> = {}) {
  const uploading = request({
    port,
    method: 'POST',
    path: '/admin/images',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'image/png', ...headers },
  })
  const answered = new Promise<{ status: number; retryAfter: string | undefined; error?: string }>(
    (resolve, reject) => {
      uploading.on('error', reject)
      uploading.on('response', async (response) => {
        const { error } = JSON.parse(await text(response))
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], error })
      })
    },
  )
  answered.catch(() => {})
  uploading.flushHeaders()
  return { answered, end: (body: Buffer) => uploading.end(body), cut: () => uploading.destroy() }
}

const runs = vi.spyOn(deps.images.uploads, 'run')

/** Begins an upload with each key, and waits until all have arrived. */
async function beginAll(keys: string[], headers?: Record<string, string | number>) {
  const before = runs.mock.calls.length
  const begun = keys.map((key) => begin(key, headers))
  await expect.poll(() => runs.mock.calls.length).toBe(before + keys.length)
  return begun
}

const times = (count: number, key: string) => Array.from({ length: count }, () => key)

test('429 rate_limited with retry-after, before the body is read: a merchant’s fifth upload at once; others can upload', async () => {
  const [busy, other] = [await merchantKey(), await merchantKey()]
  const begun = await beginAll(times(4, busy))
  expect(await begin(busy).answered).toEqual({ status: 429, retryAfter: '5', error: 'rate_limited' })
  expect(await begin(busy, { 'content-length': 100 }).answered).toMatchObject({ status: 429 })
  expect((await upload(other, grayPng(21, 21))).status).toBe(201)
  for (const one of begun) one.end(grayPng(22, 22))
  for (const one of begun) expect((await one.answered).status).toBe(201)
  expect((await upload(busy, grayPng(23, 23))).status).toBe(201)
})

test('small files take less of a merchant’s limit: ten can be uploaded at once, not more', async () => {
  const key = await merchantKey()
  const body = grayPng(24, 24)
  const begun = await beginAll(times(10, key), { 'content-length': body.length })
  expect(await begin(key).answered).toMatchObject({ status: 429 })
  for (const one of begun) one.end(body)
  for (const one of begun) expect((await one.answered).status).toBe(201)
})

test('an upload that is cut off frees its place and is not logged as an error', async () => {
  const key = await merchantKey()
  for (const one of await beginAll(times(4, key))) one.cut()
  await expect.poll(async () => (await upload(key, grayPng(25, 25))).status).toBe(201)
  expect(logs.filter((line) => line.includes('"level":50'))).toEqual([])
})

test('uploads without a merchant share one limit; 503 unavailable with retry-after: the node is at its own limit', async () => {
  const [one, another] = [await adminKey(), await adminKey()]
  const begun = await beginAll([...times(3, one), another])
  for (const key of [one, another]) expect(await begin(key).answered).toMatchObject({ status: 429 })
  for (let i = 0; i < 2; i += 1) begun.push(...(await beginAll(times(4, await merchantKey()))))
  const last = await begin(await merchantKey()).answered
  expect(last).toEqual({ status: 503, retryAfter: '1', error: 'unavailable' })
  for (const upload of begun) upload.cut()
})

test('merchants take turns when images are scaled', async () => {
  const [busy, other] = [await merchantKey(), await merchantKey()]
  const { promise, resolve } = Promise.withResolvers<Buffer>()
  const ahead = deps.images.scale('ahead', () => promise)
  const scale = vi.spyOn(deps.images, 'scale')
  const order: string[] = []
  const waitWith = async (name: string, key: string, side: number) => {
    const before = scale.mock.calls.length
    const uploading = upload(key, grayPng(side, 30))
    await expect.poll(() => scale.mock.results.length).toBe(before + 1)
    scale.mock.results.at(-1)?.value.then(() => order.push(name))
    return { uploading }
  }
  const waiting = [
    await waitWith('busy', busy, 31),
    await waitWith('busy', busy, 32),
    await waitWith('busy', busy, 33),
    await waitWith('other', other, 34),
  ]
  scale.mockRestore()
  resolve(grayPng(1, 1))
  await ahead
  for (const { uploading } of waiting) expect((await uploading).status).toBe(201)
  expect(order).toEqual(['busy', 'other', 'busy', 'busy'])
})

test('the process that scales images is killed: the next upload starts another', async () => {
  const key = await merchantKey()
  expect((await upload(key, grayPng(41, 41))).status).toBe(201)
  execFileSync('pkill', ['-KILL', '-P', String(process.pid), '-f', 'scaling-child'])
  await expect.poll(async () => (await upload(key, grayPng(42, 42))).status).toBe(201)
})
