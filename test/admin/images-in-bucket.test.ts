import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { openImageBucket } from '../../src/domain/images/image-bucket.ts'
import type { BucketConfig } from '../../src/platform/config.ts'
import { run } from '../cli/command.ts'
import { openFaultProxy } from '../faults/fault-proxy.ts'
import { createHarness } from '../support/harness.ts'
import { grayPng } from '../support/pictures.ts'
import {
  isSwiftInstalled,
  S3_KEYS,
  SWIFT_PACKAGES,
  type SwiftServer,
  startSwift,
} from '../support/swift-server.ts'

const isInstalled = isSwiftInstalled()
if (!isInstalled)
  process.stderr.write(
    `Skipped: images in a bucket. To run these tests, install ${SWIFT_PACKAGES.join(' ')}\n`,
  )

const root = await temporaryFolder('bucket')
let swift: SwiftServer
const bucketAt = (bucket: string, changes: Partial<BucketConfig> = {}): BucketConfig => ({
  ...{
    endpoint: swift.endpoint,
    bucket,
    prefix: 'some/folder/',
    region: 'us-east-1',
    ...S3_KEYS,
    ...changes,
  },
})

/** Each picture is new, so that none is in a bucket already. */
const picture = () =>
  sharp(randomBytes(400 * 300 * 3), { raw: { width: 400, height: 300, channels: 3 } })
    .png()
    .toBuffer()

type Harness = Awaited<ReturnType<typeof createHarness>>
const upload = ({ admin }: Harness, body: Buffer) =>
  admin('POST', '/admin/images', body, { 'content-type': 'image/png' })

beforeAll(async () => {
  if (isInstalled) swift = await startSwift(root)
}, 120_000)
afterAll(async () => {
  if (isInstalled) swift.stop()
  await rm(root, { recursive: true, force: true })
})

describe.runIf(isInstalled)('images in a bucket', () => {
  test('an uploaded image is stored under the prefix, and served in full and in another width', async () => {
    await swift.createBucket('pictures')
    const harness = await createHarness({ bucket: bucketAt('pictures') })
    const bytes = await picture()
    const { status, body } = await upload(harness, bytes)
    expect(status).toBe(201)
    const served = await harness.server.inject(body.path)
    expect([served.statusCode, served.headers['content-type'], served.rawPayload.equals(bytes)]).toEqual([
      ...[200, 'image/png', true],
    ])
    expect(served.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const known = { 'if-none-match': String(served.headers.etag) }
    expect((await harness.server.inject({ url: body.path, headers: known })).statusCode).toBe(304)
    const narrow = await harness.server.inject({
      url: `${body.path}?w=320`,
      headers: { accept: 'image/webp' },
    })
    expect([narrow.statusCode, narrow.headers['content-type']]).toEqual([200, 'image/webp'])
    const everything = await Array.fromAsync(openImageBucket(bucketAt('pictures', { prefix: '' })).names())
    expect(everything).toContain(`some/folder/${body.path.slice('/uploads/'.length)}`)
    expect((await harness.server.inject(`/uploads/${'0'.repeat(32)}.png`)).statusCode).toBe(404)
  })

  test('counterfoil check-config writes an object, reads it and removes it', async () => {
    await swift.createBucket('checked')
    const { json } = await run(
      {
        IMAGES_URL: `s3://checked/some/folder?endpoint=${swift.endpoint}`,
        AWS_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
        AWS_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
        DATA_DIR: join(root, 'data'),
      },
      ['check-config', '--json'],
    )
    expect(json.findings).toContainEqual({
      part: 'bucket',
      level: 'ok',
      message: 'an object was written to checked, read and removed',
    })
    expect(await Array.fromAsync(openImageBucket(bucketAt('checked')).names())).toEqual([])
  })

  test('more names than fit on a page: all are listed, except a deleted one', async () => {
    await swift.createBucket('many')
    const bucket = openImageBucket(bucketAt('many'))
    const names = Array.from({ length: 5 }, (_, n) => `${n} & <more>.png`)
    for (const name of names) await bucket.put(encodeURIComponent(name), Buffer.from(name))
    await bucket.delete(encodeURIComponent(names[0] as string))
    expect((await Array.fromAsync(bucket.names())).toSorted()).toEqual(names.slice(1))
  })

  test.each([
    [
      'wrong keys',
      (): BucketConfig => bucketAt('pictures', { secretAccessKey: 'wrong' }),
      /403: check AWS_ACCESS_KEY_ID/,
    ],
    ['no such bucket', () => bucketAt('missing'), /404/],
    [
      'unreachable',
      () => bucketAt('pictures', { endpoint: 'http://127.0.0.1:9' }),
      /cannot be reached \(\w+\)/,
    ],
  ])('503 unavailable: %s, nothing recorded', async (_what, config, line) => {
    const harness = await createHarness({ bucket: config() })
    expect(await upload(harness, await picture())).toMatchObject({
      status: 503,
      body: { error: 'unavailable' },
    })
    expect(await harness.db`select from images`).toHaveLength(0)
    await expect(openImageBucket(config()).put('a.png', Buffer.from('a'))).rejects.toThrow(line)
  })

  test('503 unavailable: the bucket is full, nothing recorded, earlier images are still served', async () => {
    await swift.createBucket('full', 200_000)
    const harness = await createHarness({ bucket: bucketAt('full') })
    const first = await upload(harness, grayPng(2, 3))
    expect(first.status).toBe(201)
    expect((await upload(harness, await picture())).status).toBe(503)
    expect(await harness.db`select from images`).toHaveLength(1)
    expect((await harness.server.inject(first.body.path)).statusCode).toBe(200)
  })

  test('503 unavailable: the upload is cut off, no half file; the next try succeeds', async () => {
    await swift.createBucket('cut')
    const proxy = await openFaultProxy(swift.port)
    const endpoint = `http://127.0.0.1:${proxy.port}`
    const harness = await createHarness({ bucket: bucketAt('cut', { endpoint }) })
    const bytes = await picture()
    proxy.delayMs = 50
    const cutting = setInterval(() => proxy.cut(), 75)
    const { status } = await upload(harness, bytes)
    clearInterval(cutting)
    expect(status).toBe(503)
    const left = await Array.fromAsync(openImageBucket(bucketAt('cut')).names())
    expect(left.filter((name) => name.endsWith('.png'))).toEqual([])
    await proxy.heal()
    expect((await upload(harness, bytes)).status).toBe(201)
    await proxy.close()
  })

  test('counterfoil images migrate: copies what is missing, and nothing the second time', async () => {
    await swift.createBucket('moved')
    const dataDir = join(root, 'data')
    await mkdir(join(dataDir, 'uploads'), { recursive: true })
    for (const name of ['a.png', 'a-320.webp', 'a-widths.json', 'b.png', '.draft'])
      await writeFile(join(dataDir, 'uploads', name), name)
    const bucket = openImageBucket(bucketAt('moved'))
    await bucket.put('b.png', Buffer.from('b.png'))
    const env = {
      ...{ DATA_DIR: dataDir, AWS_ACCESS_KEY_ID: S3_KEYS.accessKeyId },
      AWS_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
      IMAGES_URL: `s3://moved/some/folder?endpoint=${swift.endpoint}&region=us-east-1`,
    }
    const first = await run(env, ['images', 'migrate'])
    expect([first.code, first.stdout]).toEqual([0, '4 of 4 files: 3 copied, 1 already there.\n'])
    const second = await run(env, ['images', 'migrate', '--json'])
    expect(second.json).toEqual({ total: 4, done: 4, copied: 0 })
    expect((await Array.fromAsync(bucket.names())).toSorted()).toEqual([
      ...['a-320.webp', 'a-widths.json', 'a.png', 'b.png'],
    ])
    const refused = await run({ ...env, AWS_SECRET_ACCESS_KEY: 'wrong' }, ['images', 'migrate'])
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/moved answered GET with 403/)])
  })
})
