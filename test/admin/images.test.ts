import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { grayPng } from '../support/pictures.ts'

const { admin, as, deps, server } = await createHarness()
const { homeDb: db } = deps
const folder = join(deps.config.dataDir, 'uploads')

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )
const u16 = (value: number) => [(value >> 8) & 0xff, value & 0xff]
const u32 = (value: number) => [...u16(value >>> 16), ...u16(value & 0xffff)]
const littleEndian = (digits: number[]) => digits.reverse()

const png = (width = 2, height = 3) =>
  width * height > 0 && width * height < 1e6 ? grayPng(width, height) : pngHeader(width, height)
// The others are headers without an image. They are enough for refusals.
const pngHeader = (width: number, height: number) =>
  bytes('\x89PNG\r\n\x1a\n', u32(13), 'IHDR', u32(width), u32(height), [8, 6, 0, 0, 0], [0, 0, 0, 0], 'IDAT')
const frame = (width: number, height: number, marker = 0xc0) =>
  bytes([0xff, marker], u16(11), [8], u16(height), u16(width), [1, 1, 0x11, 0])
const exif = bytes([0xff, 0xe1], u16(14), 'Exif\0\0 FF C0')
const jpeg = (width = 2, height = 3, marker = 0xc0) =>
  Buffer.concat([bytes([0xff, 0xd8]), exif, bytes([0xff]), frame(width, height, marker), bytes([0xff, 0xda])])
const riff = (chunk: Buffer) => bytes('RIFF', littleEndian(u32(chunk.length + 4)), 'WEBP', [...chunk])
const lossy = (width = 2, height = 3) =>
  riff(
    bytes(
      'VP8 ',
      littleEndian(u32(10)),
      [0, 0, 0, 0x9d, 0x01, 0x2a],
      littleEndian(u16(width)),
      littleEndian(u16(height)),
    ),
  )
const lossless = (width = 2, height = 3) =>
  riff(
    bytes(
      'VP8L',
      littleEndian(u32(10)),
      [0x2f],
      littleEndian(u32((width - 1) | ((height - 1) << 14))),
      [0, 0, 0, 0, 0],
    ),
  )
const extended = (width = 2, height = 3) =>
  riff(
    bytes(
      'VP8X',
      littleEndian(u32(10)),
      [0, 0, 0, 0],
      littleEndian(u32(width - 1).slice(1)),
      littleEndian(u32(height - 1).slice(1)),
    ),
  )

const real = sharp(png())
const REAL_JPEG = await real.clone().jpeg().toBuffer()
const REAL_PROGRESSIVE = await real.clone().jpeg({ progressive: true }).toBuffer()
const REAL_LOSSY = await real.clone().webp().toBuffer()
const REAL_LOSSLESS = await real.clone().webp({ lossless: true }).toBuffer()
const realExtended = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#80808080' } })
    .webp()
    .toBuffer()
const REAL_EXTENDED = await realExtended(2, 3)

const upload = (body: Buffer, type: string, call = admin) =>
  call('POST', '/admin/images', body, { 'content-type': type })
const stored = () => readdir(folder).catch(() => [])
const audits = () => db`select * from audit_log order by id`

test.each([
  ['PNG', png(), 'image/png', 'png'],
  ['JPEG', REAL_JPEG, 'image/jpeg', 'jpg'],
  ['progressive JPEG', REAL_PROGRESSIVE, 'image/jpeg', 'jpg'],
  ['lossy WebP', REAL_LOSSY, 'image/webp', 'webp'],
  ['lossless WebP', REAL_LOSSLESS, 'image/webp', 'webp'],
  ['extended WebP', REAL_EXTENDED, 'image/webp', 'webp'],
])(
  '201: %s is stored under the hash of its content, audited and served to anyone',
  async (_title, body, type, extension) => {
    const response = await upload(body, type)
    const name = `${createHash('sha256').update(body).digest('hex').slice(0, 32)}.${extension}`
    expect([response.status, response.body]).toEqual([201, { path: `/uploads/${name}` }])
    expect(await readFile(join(folder, name))).toEqual(body)
    const [entry] = await db`select action, after from audit_log where target = ${`image:${name}`}`
    const after = { path: `/uploads/${name}`, type, width: 2, height: 3, bytes: body.length }
    expect(entry).toEqual({ action: 'image.upload', after })

    const served = await server.inject(response.body.path)
    expect([served.statusCode, served.rawPayload]).toEqual([200, body])
    expect(served.headers).toMatchObject({
      'content-type': type,
      'content-length': String(body.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    })
  },
)

test('201: parameters and case of the content type do not matter', async () => {
  expect((await upload(png(4, 5), 'Image/PNG; name="a.png"')).status).toBe(201)
})

test('201: uploading an image again returns the same path, keeps the file and leaves nothing else', async () => {
  const { path } = (await upload(png(9, 9), 'image/png')).body
  const file = join(folder, path.slice('/uploads/'.length))
  await utimes(file, 1_700_000_000, 1_700_000_000)
  const { etag } = (await server.inject(path)).headers
  const before = await stored()
  const responses = await Promise.all([1, 2, 3].map(() => upload(png(9, 9), 'image/png')))
  for (const response of responses) expect([response.status, response.body]).toEqual([201, { path }])
  expect(await stored()).toEqual(before)
  expect((await server.inject(path)).headers.etag).toBe(etag)
})

test('201: concurrent uploads of a new image store it once', async () => {
  const responses = await Promise.all(Array.from({ length: 8 }, () => upload(png(77, 77), 'image/png')))
  expect(new Set(responses.map(({ body }) => body.path)).size).toBe(1)
  expect((await stored()).filter((name) => name.startsWith('.'))).toEqual([])
})

test.each([1, 10_000])('201: a side of %d pixels', async (side) => {
  expect((await upload(png(side, 1), 'image/png')).status).toBe(201)
  expect((await upload(await realExtended(1, side), 'image/webp')).status).toBe(201)
})

test('201: exactly 5 MiB', async () => {
  const body = Buffer.concat([png(), Buffer.alloc(5 * 1024 * 1024 - png().length)])
  expect((await upload(body, 'image/png')).status).toBe(201)
})

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
const html = Buffer.from('<!doctype html><script>alert(1)</script>')
const gif = Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;'.padEnd(64, '\0'), 'latin1')

test.each([
  ['SVG', svg, 'image/svg+xml'],
  ['HTML', html, 'text/html'],
  ['GIF', gif, 'image/gif'],
  ['JSON', Buffer.from('{}'), 'application/json'],
  ['broken JSON', Buffer.from('{'), 'application/json'],
  ['a PNG sent as an octet stream', png(), 'application/octet-stream'],
  ['a PNG sent as a form', png(), 'multipart/form-data; boundary=x'],
  ['SVG sent as PNG', svg, 'image/png'],
  ['HTML sent as JPEG', html, 'image/jpeg'],
  ['GIF sent as WebP', gif, 'image/webp'],
  ['PNG sent as JPEG', png(), 'image/jpeg'],
  ['JPEG sent as PNG', jpeg(), 'image/png'],
  ['WebP sent as PNG', lossy(), 'image/png'],
  ['an empty body', Buffer.alloc(0), 'image/png'],
  ['a PNG signature alone', png().subarray(0, 8), 'image/png'],
  ['a PNG cut off in its header', png().subarray(0, 30), 'image/png'],
  [
    'a PNG whose first chunk is not IHDR',
    bytes('\x89PNG\r\n\x1a\n', u32(13), 'IDAT', [...Buffer.alloc(20)]),
    'image/png',
  ],
  [
    'a JPEG without a frame',
    Buffer.concat([bytes([0xff, 0xd8]), exif, bytes([0xff, 0xda], u16(8), [...Buffer.alloc(20)])]),
    'image/jpeg',
  ],
  ['a JPEG cut off before its frame', jpeg().subarray(0, 20), 'image/jpeg'],
  [
    'a JPEG segment longer than the file',
    bytes([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff], [...Buffer.alloc(30)]),
    'image/jpeg',
  ],
  [
    'the start of a JPEG followed only by 0xFF',
    Buffer.concat([bytes([0xff, 0xd8]), Buffer.alloc(9999, 0xff)]),
    'image/jpeg',
  ],
  [
    'a RIFF file that contains audio',
    bytes('RIFF', littleEndian(u32(40)), 'WAVEfmt ', [...Buffer.alloc(40)]),
    'image/webp',
  ],
  ['a truncated WebP', lossy().subarray(0, 29), 'image/webp'],
  [
    'a WebP whose header declares more bytes than it has',
    bytes('RIFF', littleEndian(u32(9999)), 'WEBPVP8X', [...Buffer.alloc(40)]),
    'image/webp',
  ],
  ['a WebP with an unknown chunk', riff(bytes('ABCD', [...Buffer.alloc(30)])), 'image/webp'],
])('415 unsupported_media_type: %s; nothing stored', async (_title, body, type) => {
  const before = [await stored(), await audits()]
  const response = await upload(body, type)
  expect([response.status, response.body]).toEqual([415, { error: 'unsupported_media_type' }])
  expect([await stored(), await audits()]).toEqual(before)
})

test('415 unsupported_media_type: no body and no content type', async () => {
  const response = await admin('POST', '/admin/images')
  expect([response.status, response.body]).toEqual([415, { error: 'unsupported_media_type' }])
})

test.each([
  ['a PNG with width 0', png(0, 5), 'image/png'],
  ['a PNG of 10,001 pixels', png(5, 10_001), 'image/png'],
  ['a PNG with width 2^32 - 1', png(0xffffffff, 1), 'image/png'],
  ['a JPEG with height 0', jpeg(5, 0), 'image/jpeg'],
  ['a JPEG of 65,535 pixels', jpeg(65_535, 5), 'image/jpeg'],
  ['a WebP of 16,384 pixels', lossless(16_384, 5), 'image/webp'],
  ['an extended WebP of 10,001 pixels', extended(10_001, 5), 'image/webp'],
  ['a WebP with height 0', lossy(5, 0), 'image/webp'],
])('400 validation_failed: %s; nothing stored', async (_title, body, type) => {
  const before = [await stored(), await audits()]
  const response = await upload(body, type)
  expect([response.status, response.body.error]).toEqual([400, 'validation_failed'])
  expect(response.body.issues[0].message).toContain('pixels')
  expect([await stored(), await audits()]).toEqual(before)
})

test('413 payload_too_large: one byte over 5 MiB, with or without content-length; nothing stored', async () => {
  const before = [await stored(), await audits()]
  const body = Buffer.concat([png(), Buffer.alloc(5 * 1024 * 1024 + 1 - png().length)])
  const response = await upload(body, 'image/png')
  expect([response.status, response.body]).toEqual([413, { error: 'payload_too_large' }])
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  const chunked = await fetch(`${url}/admin/images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${deps.config.adminApiKey}`, 'content-type': 'image/png' },
    body: new Blob([body]).stream(),
    duplex: 'half',
  })
  expect([chunked.status, await chunked.json()]).toEqual([413, { error: 'payload_too_large' }])
  expect([await stored(), await audits()]).toEqual(before)
})

test('401 and 403 come before the body is checked; nothing stored', async () => {
  const before = await stored()
  const key = (await admin('POST', '/admin/keys', { name: 'Support', role: 'support' })).body.key
  expect((await upload(png(31, 31), 'image/png', as(undefined))).status).toBe(401)
  expect((await upload(png(31, 31), 'image/png', as(key))).status).toBe(403)
  expect(await stored()).toEqual(before)
})

test('415 unsupported_media_type: an image sent to another back-office route', async () => {
  const response = await admin('POST', '/admin/keys', png(), { 'content-type': 'image/png' })
  expect([response.status, response.body]).toEqual([415, { error: 'unsupported_media_type' }])
})

test('304: an unchanged image, by etag or date; HEAD has no body; a range request gets the whole image', async () => {
  const { path } = (await upload(png(12, 12), 'image/png')).body
  const whole = await server.inject(path)
  const conditions: Record<string, string>[] = [
    { 'if-none-match': String(whole.headers.etag) },
    { 'if-modified-since': String(whole.headers['last-modified']) },
  ]
  for (const headers of conditions) {
    const response = await server.inject({ url: path, headers })
    expect([response.statusCode, response.payload]).toEqual([304, ''])
    expect(response.headers).toMatchObject({
      etag: whole.headers.etag,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
  }
  expect((await server.inject({ url: path, headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200)
  const head = await server.inject({ method: 'HEAD', url: path })
  expect([head.statusCode, head.payload, head.headers['content-length']]).toEqual([
    200,
    '',
    String(png(12, 12).length),
  ])
  const ranged = await server.inject({ url: path, headers: { range: 'bytes=0-3' } })
  expect([ranged.statusCode, ranged.rawPayload]).toEqual([200, png(12, 12)])
})

const hex = '0123456789abcdef0123456789abcdef'

test.each([
  ['an unknown image', `/uploads/${hex}.png`],
  ['the folder', '/uploads/'],
  ['the folder without a slash', '/uploads'],
  ['a folder inside', '/uploads/inside/'],
  ['a file in a folder inside', `/uploads/inside/${hex}.png`],
  ['a file of another type', `/uploads/${hex}.svg`],
  ['a file without extension', `/uploads/${hex}`],
  ['a file whose name is not a hash', '/uploads/logo.png'],
  ['a dotfile', '/uploads/.hidden'],
  ['a dotfile with an extension', '/uploads/.png'],
  ['an encoded slash', `/uploads/inside%2f${hex}.png`],
  ['the parent folder', '/uploads/../secrets.key'],
  ['the parent folder, encoded', '/uploads/%2e%2e/secrets.key'],
  ['the parent folder with an encoded slash', '/uploads/..%2fsecrets.key'],
  ['the parent folder with a backslash', '/uploads/..%5csecrets.key'],
  ['the parent folder, encoded twice', '/uploads/%252e%252e%252fsecrets.key'],
  ['a name in capitals', `/uploads/${hex.toUpperCase()}.PNG`],
  ['a trailing line break', `/uploads/${hex}.webp%0a`],
])('404 not_found as JSON, with no-store: %s', async (_title, path) => {
  await mkdir(join(folder, 'inside'), { recursive: true })
  for (const name of [`${hex}.svg`, hex, 'logo.png', '.hidden', '.png', `${hex}.webp`, `inside/${hex}.png`]) {
    await writeFile(join(folder, name), 'secret')
  }
  await writeFile(join(folder, '..', 'secrets.key'), 'secret')
  for (const method of ['GET', 'HEAD'] as const) {
    const response = await server.inject({ method, url: path })
    expect(response.statusCode).toBe(404)
    if (method === 'GET') expect(response.json()).toEqual({ error: 'not_found' })
    expect(response.headers['content-type']).toMatch(/^application\/json/)
    expect(response.headers['cache-control']).toBe('no-store')
  }
})

test('404 not_found: any method except GET and HEAD', async () => {
  const { path } = (await upload(png(13, 13), 'image/png')).body
  for (const method of ['POST', 'PUT', 'DELETE'] as const) {
    const response = await server.inject({ method, url: path })
    expect([response.statusCode, response.json()]).toEqual([404, { error: 'not_found' }])
  }
})

test('404 not_found: a folder or a broken link with the name of an image', async () => {
  const [name, link] = ['f'.repeat(32), 'e'.repeat(32)]
  await mkdir(join(folder, `${name}.png`))
  await symlink('/missing', join(folder, `${link}.png`))
  for (const path of [`/uploads/${name}.png`, `/uploads/${link}.png`]) {
    const response = await server.inject(path)
    expect([response.statusCode, response.json()]).toEqual([404, { error: 'not_found' }])
  }
})
