import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { bombPng, grayPng } from '../support/pictures.ts'

const { admin, db, deps, server } = await createHarness()
const folder = join(deps.config.dataDir, 'uploads')
await mkdir(folder, { recursive: true })

const AVIF = 'image/avif,image/webp,image/*,*/*;q=0.8'
const upload = (body: Buffer, type: string) => admin('POST', '/admin/images', body, { 'content-type': type })
const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers })
const typeOf = async (url: string, node = server) => (await node.inject(url)).headers['content-type']
const nameOf = (bytes: Buffer, extension: string) =>
  `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.${extension}`
const filesOf = async (name: string) =>
  (await readdir(folder)).filter((file) => file.startsWith(name.slice(0, 32))).sort()

/** A picture with gradients, as photos have them. */
function photo(width: number, height: number) {
  const pixels = Buffer.alloc(width * height * 3)
  for (let i = 0; i < width * height; i += 1) {
    const [x, y] = [i % width, Math.floor(i / width)]
    pixels.set([(x * 255) / width, (y * 255) / height, 128 + 100 * Math.sin(x / 40 + y / 25)], i * 3)
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** Stores an image without its widths. */
async function storeWithoutWidths(bytes: Buffer, extension: string): Promise<string> {
  const name = nameOf(bytes, extension)
  await writeFile(join(folder, name), bytes)
  return name
}

const wide = await photo(2000, 1000).jpeg().toBuffer()
const { path } = (await upload(wide, 'image/jpeg')).body

test.each([
  [1, 320],
  [320, 320],
  [479, 320],
  [480, 640],
  [640, 640],
  [961, 1280],
  [99_999, 1280],
])('200: ?w=%d is answered with the nearest width, %d', async (requested, width) => {
  const response = await get(`${path}?w=${requested}`)
  const { format, width: actual, height } = await sharp(response.rawPayload).metadata()
  expect([response.statusCode, format, actual, height]).toEqual([200, 'webp', width, width / 2])
  expect(response.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-length': String(response.rawPayload.length),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
  })
})

test.each([
  [AVIF, 'image/avif'],
  ['image/avif', 'image/avif'],
  ['image/avif;q=0, image/webp', 'image/webp'],
  ['image/*', 'image/webp'],
  ['*/*;q=0.1', 'image/webp'],
  ['image/png, image/webp;q=0.000', 'image/jpeg'],
  ['text/html', 'image/jpeg'],
])('200: Accept %s gets %s', async (accept, type) => {
  const response = await get(`${path}?w=640`, { accept })
  expect([response.statusCode, response.headers['content-type'], response.headers.vary]).toEqual([
    200,
    type,
    'accept',
  ])
  if (type === 'image/jpeg') expect(response.rawPayload).toEqual(wide)
})

test('AVIF is kept only where it is smaller than WebP', async () => {
  const list = JSON.parse(await readFile(join(folder, `${path.slice(9, 41)}-widths.json`), 'utf8'))
  expect(list.length).toBeGreaterThan(3)
  for (const { width, format } of list.filter((file: { format: string }) => file.format === 'avif')) {
    const [webp, avif] = [await get(`${path}?w=${width}`), await get(`${path}?w=${width}`, { accept: AVIF })]
    expect([format, avif.rawPayload.length < webp.rawPayload.length]).toEqual(['avif', true])
  }
  // A single pixel is always smaller as WebP.
  const { body } = await upload(grayPng(1, 1), 'image/png')
  expect((await get(`${body.path}?w=320`, { accept: AVIF })).headers['content-type']).toBe('image/webp')
})

test('304: each width and format has its own entity tag', async () => {
  const tags = new Set<unknown>()
  for (const accept of [AVIF, 'image/webp']) {
    for (const width of [320, 640]) {
      const { etag } = (await get(`${path}?w=${width}`, { accept })).headers
      tags.add(etag)
      const again = await get(`${path}?w=${width}`, { accept, 'if-none-match': String(etag) })
      expect([again.statusCode, again.payload, again.headers.etag]).toEqual([304, '', etag])
    }
  }
  expect(tags.size).toBe(4)
  const head = await server.inject({ method: 'HEAD', url: `${path}?w=320` })
  expect([head.statusCode, head.payload, Number(head.headers['content-length']) > 100]).toEqual([
    200,
    '',
    true,
  ])
})

test('200: without ?w=, the bytes of the upload, with etag and last-modified of its file', async () => {
  await utimes(join(folder, path.slice(9)), 1_700_000_000, 1_700_000_000)
  const response = await get(path, { accept: AVIF })
  expect(response.rawPayload).toEqual(wide)
  const { date: _, 'x-request-id': __, ...headers } = response.headers
  expect(headers).toEqual({
    'cache-control': 'public, max-age=31536000, immutable',
    connection: 'keep-alive',
    'content-length': String(wide.length),
    'content-security-policy': "default-src 'none'; sandbox",
    'content-type': 'image/jpeg',
    'cross-origin-resource-policy': 'cross-origin',
    etag: `W/"${wide.length.toString(16)}-${(1_700_000_000_000).toString(16)}"`,
    'last-modified': 'Tue, 14 Nov 2023 22:13:20 GMT',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
})

test('200: never wider than the original', async () => {
  const { body } = await upload(await photo(500, 100).png().toBuffer(), 'image/png')
  for (const [requested, width] of [
    [320, 320],
    [450, 500],
    [5000, 500],
  ]) {
    expect((await sharp((await get(`${body.path}?w=${requested}`)).rawPayload).metadata()).width).toBe(width)
  }
})

const GPS = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '3/1 9/1 0/1' }, IFD0: { Copyright: 'Somebody' } }
const XMP = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>Somebody</note></x:xmpmeta>'

/** A photo with a position, a name, a rotated orientation and a color profile in its metadata. */
const withMetadata = (format: 'jpeg' | 'png' | 'webp') =>
  photo(400, 200)
    .withMetadata({ orientation: 6 })
    .withExifMerge(GPS)
    .withXmp(XMP)
    .withIccProfile('p3')
    .toFormat(format)
    .toBuffer()

test.each(['jpeg', 'png', 'webp'] as const)(
  'a %s is stored without metadata, with its orientation, its color profile and the same pixels',
  async (format) => {
    const clean = await withMetadata(format)
    const comment = Buffer.from('fffe000a536f6d65626f6479', 'hex')
    const turned = Buffer.concat([
      clean.subarray(0, 2),
      format === 'jpeg' ? comment : Buffer.alloc(0),
      clean.subarray(2),
      Buffer.from('Somebody, behind the end'),
    ])
    const before = await sharp(turned).metadata()
    expect([before.exif?.includes('Somebody'), before.xmp?.includes('Somebody')]).toEqual([true, true])
    const { body } = await upload(turned, `image/${format}`)
    const stored = (await get(body.path)).rawPayload
    expect(body.path).toBe(`/uploads/${nameOf(stored, format === 'jpeg' ? 'jpg' : format)}`)
    expect([stored.includes('Somebody'), stored.includes('xmpmeta')]).toEqual([false, false])
    const { orientation, icc, xmp, exif } = await sharp(stored).metadata()
    expect([orientation, icc, xmp]).toEqual([6, before.icc, undefined])
    expect(exif?.length).toBeLessThan(40)
    const pixelsOf = (bytes: Buffer) => sharp(bytes).raw().toBuffer()
    expect(await pixelsOf(stored)).toEqual(await pixelsOf(turned))
    expect((await upload(stored, `image/${format}`)).body.path).toBe(body.path)
  },
)

test('scaled images have the orientation applied and no metadata', async () => {
  const { body } = await upload(await withMetadata('jpeg'), 'image/jpeg')
  for (const accept of ['image/webp', AVIF]) {
    const meta = await sharp((await get(`${body.path}?w=320`, { accept })).rawPayload).metadata()
    expect([meta.width, meta.height]).toEqual([200, 400])
    expect([meta.orientation, meta.exif, meta.icc, meta.xmp]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  }
})

test('200: transparency stays; an animated WebP is scaled to its first frame, and its original stays animated', async () => {
  const clear = await sharp({ create: { width: 40, height: 40, channels: 4, background: '#ff000000' } })
    .webp()
    .toBuffer()
  const { body } = await upload(clear, 'image/webp')
  expect((await sharp((await get(`${body.path}?w=320`)).rawPayload).metadata()).hasAlpha).toBe(true)
  const frames = [grayPng(30, 30, 10), grayPng(30, 30, 200)]
  const animated = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
  expect((await sharp(animated).metadata()).pages).toBe(2)
  const moving = (await upload(animated, 'image/webp')).body
  expect((await sharp((await get(`${moving.path}?w=320`)).rawPayload).metadata()).pages ?? 1).toBe(1)
  expect((await get(moving.path)).rawPayload).toEqual(animated)
})

const rows = () =>
  db`select (select count(*) from images) as images, (select count(*) from audit_log) as audits`

test('422 image_too_large: a small file with 100 million pixels; nothing stored', async () => {
  const before = [await readdir(folder), await rows()]
  const bomb = bombPng(10_000, 10_000)
  expect(bomb.length).toBeLessThan(50_000)
  const { status, body } = await upload(bomb, 'image/png')
  const details = { pixels: 100_000_000, maxPixels: 50_000_000 }
  expect([status, body]).toEqual([422, { error: 'image_too_large', details }])
  expect([await readdir(folder), await rows()]).toEqual(before)
})

test.each([
  ['a progressive JPEG', 25_000_000, { format: 'jpeg', progressive: true, chromaSubsampling: '4:4:4' }],
  ['an interlaced PNG', 37_500_000, { format: 'png', progressive: true }],
  ['a lossless WebP', 37_500_000, { format: 'webp', lossless: true, effort: 0 }],
] as const)(
  '422 image_too_large: %s, which fits in memory only up to %d pixels',
  async (_, maxPixels, to) => {
    const { format, ...options } = to
    const small = await photo(40, 40).toFormat(format, options).toBuffer()
    const claimed = Buffer.from(small)
    // The size in the header: 7,000 × 7,000.
    if (format === 'png') claimed.set([0, 0, 0x1b, 0x58, 0, 0, 0x1b, 0x58], 16)
    if (format === 'jpeg') claimed.set([0x1b, 0x58, 0x1b, 0x58], claimed.indexOf('ffc2', 0, 'hex') + 5)
    if (format === 'webp') claimed.writeUInt32LE(6999 | (6999 << 14), 21)
    const { status, body } = await upload(claimed, `image/${format}`)
    const details = { pixels: 49_000_000, maxPixels }
    expect([status, body]).toEqual([422, { error: 'image_too_large', details }])
    expect((await upload(small, `image/${format}`)).status).toBe(201)
  },
)

const broken = grayPng(50, 50)
broken.fill(0xff, 41, 60)

test.each([
  ['a PNG with damaged pixels', broken, 'image/png'],
  ['a truncated JPEG', wide.subarray(0, wide.length / 2), 'image/jpeg'],
  [
    'a PNG header without an image',
    Buffer.concat([grayPng(5, 5).subarray(0, 33), Buffer.alloc(90)]),
    'image/png',
  ],
])('422 image_unreadable: %s; nothing stored', async (_title, bytes, type) => {
  const before = [await readdir(folder), await rows()]
  const { status, body } = await upload(bytes, type)
  expect([status, body]).toEqual([422, { error: 'image_unreadable' }])
  expect([await readdir(folder), await rows()]).toEqual(before)
})

test('an image without stored widths: many first requests at once scale it once', async () => {
  const name = await storeWithoutWidths(await photo(700, 300).png().toBuffer(), 'png')
  const put = vi.spyOn(deps.images.store, 'put')
  const responses = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7, 8].map((n) => get(`/uploads/${name}?w=${n * 90}`)),
  )
  for (const { statusCode } of responses) expect(statusCode).toBe(200)
  await expect.poll(() => typeOf(`/uploads/${name}?w=320`)).toBe('image/webp')
  const written = put.mock.calls.map(([file]) => file)
  put.mockRestore()
  expect(written.filter((file) => file.endsWith('-widths.json'))).toHaveLength(1)
  expect(new Set(written).size).toBe(written.length)
})

test('a crash after the original and one width: the next request completes the rest', async () => {
  const bytes = await photo(900, 300).jpeg().toBuffer()
  const finished = (await upload(bytes, 'image/jpeg')).body.path.slice(9) as string
  const expected = await filesOf(finished)
  const crashed = await createHarness()
  const other = join(crashed.deps.config.dataDir, 'uploads')
  await mkdir(other, { recursive: true })
  await writeFile(join(other, finished), bytes)
  const first = expected.find((file) => file.endsWith('-320.webp')) as string
  await writeFile(join(other, first), await readFile(join(folder, first)))
  await expect.poll(() => typeOf(`/uploads/${finished}?w=640`, crashed.server)).toBe('image/webp')
  expect((await readdir(other)).sort()).toEqual(expected)
})

test('a damaged image without stored widths: ?w= serves the original and tries to scale it only once', async () => {
  const name = await storeWithoutWidths(broken, 'png')
  const scale = vi.spyOn(deps.images, 'scale')
  for (const _ of [1, 2]) {
    const response = await get(`/uploads/${name}?w=320`)
    expect([response.statusCode, response.rawPayload]).toEqual([200, broken])
  }
  expect(scale).toHaveBeenCalledTimes(1)
  scale.mockRestore()
})

test('images wait to be scaled: a request waits at most 1.5 s, then gets the original with no-cache', async () => {
  const bytes = await photo(330, 100).png().toBuffer()
  const name = await storeWithoutWidths(bytes, 'png')
  const { promise, resolve } = Promise.withResolvers<Buffer>()
  const ahead = deps.images.scale('ahead', () => promise)
  const early = await get(`/uploads/${name}?w=320`)
  expect([early.statusCode, early.headers['cache-control'], early.rawPayload]).toEqual([
    200,
    'no-cache',
    bytes,
  ])
  resolve(grayPng(1, 1))
  await ahead
  await expect.poll(() => typeOf(`/uploads/${name}?w=320`)).toBe('image/webp')
})

test('other requests are answered while an upload is scaled', async () => {
  const large = await photo(1500, 1000).jpeg().toBuffer()
  let isPending = true
  const uploading = upload(large, 'image/jpeg').finally(() => {
    isPending = false
  })
  let answered = 0
  while (isPending) {
    // Injected requests never wait for a socket. Without this pause, the loop would block everything else.
    await sleep(5)
    expect((await get('/healthz')).statusCode).toBe(200)
    if (isPending) answered += 1
  }
  expect((await uploading).status).toBe(201)
  expect(answered).toBeGreaterThan(5)
})

test.each(['', '0', '-1', 'abc', '1.5', '100000', '1&w=2'])('400 validation_failed: ?w=%s', async (w) => {
  const response = await get(`${path}?w=${w}`)
  expect([response.statusCode, response.json().issues[0].path]).toEqual([400, '/w'])
})

test('404 not_found: a width of an unknown image, and a width by its file name', async () => {
  expect((await get(`/uploads/${'0'.repeat(32)}.png?w=320`)).statusCode).toBe(404)
  expect((await get(`${path.slice(0, 41)}-320.webp`)).statusCode).toBe(404)
  expect((await get(`${path.slice(0, 41)}-widths.json`)).statusCode).toBe(404)
})
