import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AdminMerchant } from '@counterfoil/contract/admin/merchants.ts'
import { AdminOutlet } from '@counterfoil/contract/admin/outlets.ts'
import { Partner } from '@counterfoil/contract/admin/partners.ts'
import { AdminVoucher, VOUCHER_STATUSES } from '@counterfoil/contract/admin/vouchers.ts'
import { parseMarkup } from '@counterfoil/contract/markup.ts'
import { CLAIM_FLOWS, CODE_SOURCES, CYCLES, VALUE_TYPES } from '@counterfoil/contract/shapes/fields.ts'
import { signatureHeader } from '@counterfoil/contract/signature.ts'
import { decodeJwt } from 'jose'
import type { Static } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../scripts/temporary-folder.ts'
import { periodOf } from '../src/demo/calendar.ts'
import { credentialFiles } from '../src/demo/credentials.ts'
import { demoRows, describeDemo, mintDemoToken } from '../src/demo/describe.ts'
import { loadDemo } from '../src/demo/load.ts'
import { FEATURED, MERCHANTS } from '../src/demo/merchants/all.ts'
import { compile, issuesOf } from '../src/platform/input/validation.ts'
import { createLogger } from '../src/platform/logging.ts'
import { createFirstKey, isWithoutAdmin } from '../src/process/installation/first-key.ts'
import { createFirstLink } from '../src/process/installation/first-link.ts'
import { logStart } from '../src/process/start-line.ts'
import { createHarness, type Harness } from './support/harness.ts'
import { listeningAt, type Node, spawnNode, startLine, until, untilUp } from './support/process.ts'

const DAY_MS = 24 * 60 * 60 * 1000

type Merchant = Static<typeof AdminMerchant>
type Outlet = Static<typeof AdminOutlet>
type Voucher = Static<typeof AdminVoucher>

/** All demo data, as the back office shows it. */
async function contentOf({ admin }: Pick<Harness, 'admin'>) {
  const list = async (path: string) => (await admin('GET', `${path}?limit=200`)).body.items
  const partners: Static<typeof Partner>[] = await list('/admin/partners')
  const merchants: Merchant[] = await list('/admin/merchants')
  const ids = merchants.map(({ id }) => id)
  const outlets: Outlet[] = (
    await Promise.all(ids.map((id) => list(`/admin/merchants/${id}/outlets`)))
  ).flat()
  const vouchers: Voucher[] = (
    await Promise.all(ids.map((id) => list(`/admin/merchants/${id}/vouchers`)))
  ).flat()
  const featured: string[] = (await admin('GET', '/admin/featured')).body.merchantIds
  const categories = (await admin('GET', '/admin/categories')).body.items
  return { partners, merchants, outlets, vouchers, featured, categories }
}

/** The parts that are equal in every load of the demo. */
function outlineOf({
  partners,
  merchants,
  outlets,
  vouchers,
  featured,
  categories,
}: Awaited<ReturnType<typeof contentOf>>) {
  const slugOf = (id: string) => merchants.find((merchant) => merchant.id === id)?.slug
  return {
    partners: partners.map(({ slug }) => slug),
    merchants: merchants.map(({ slug, topVoucherId }) => [slug, topVoucherId !== null]).sort(),
    outlets: outlets.map(({ merchantId, name }) => `${slugOf(merchantId)}: ${name}`).sort(),
    vouchers: vouchers
      .map(({ merchantId, title, status }) => `${slugOf(merchantId)}: ${title} ${status}`)
      .sort(),
    featured: featured.map(slugOf),
    subCategories: categories.map((category: { slug: string; subCategories: { name: string }[] }) => [
      category.slug,
      category.subCategories.map(({ name }) => name),
    ]),
  }
}

const auditLength = async ({ db }: Harness) => (await db`select count(*) as count from audit_log`)[0]?.count

describe('loaded into an empty database', async () => {
  const harness = await createHarness()
  const { admin, clock, deps, server } = harness
  let content: Awaited<ReturnType<typeof contentOf>>
  beforeAll(async () => {
    expect(await loadDemo(deps)).toBe(true)
    content = await contentOf(harness)
  })

  test('one partner, and merchants of all nine categories with their outlets', () => {
    const { partners, merchants, outlets, categories } = content
    expect(partners).toMatchObject([
      { slug: 'demo-bank', displayName: 'Demo Bank', webhookUrl: null, scope: null },
    ])
    expect(merchants.map(({ slug }) => slug).sort()).toEqual(MERCHANTS.map(({ slug }) => slug).sort())
    expect(new Set(merchants.map(({ slug }) => slug)).size).toBe(merchants.length)
    expect(new Set(merchants.map(({ category }) => category)).size).toBe(9)
    for (const { subCategories } of categories) expect(subCategories.length).toBeGreaterThan(1)
    for (const { id, subCategoryIds } of merchants) {
      const own = outlets.filter(({ merchantId }) => merchantId === id)
      expect(own.length).toBeGreaterThanOrEqual(1)
      expect(own.length).toBeLessThanOrEqual(5)
      expect(subCategoryIds.length).toBeGreaterThan(0)
    }
    expect(new Set(outlets.map(({ city }) => city))).toEqual(new Set(['Kuala Lumpur', 'Singapore']))
    expect(new Set(merchants.map(({ timezone }) => timezone))).toEqual(
      new Set(['Asia/Kuala_Lumpur', 'Asia/Singapore']),
    )
  })

  test('the special cases: an inactive outlet, one without PIN, a merchant without a location, opening hours past midnight and unknown ones, new merchants', () => {
    const { merchants, outlets } = content
    expect(outlets.filter(({ isActive }) => !isActive)).toHaveLength(1)
    expect(outlets.filter(({ hasPin }) => !hasPin)).toHaveLength(1)
    const spans = outlets.flatMap(({ openingHours }) => openingHours?.weekly ?? [])
    expect(spans.some(({ opens, closes }) => closes < opens)).toBe(true)
    expect(outlets.some(({ openingHours }) => openingHours === null)).toBe(true)
    const located = new Set(
      outlets.filter(({ latitude }) => latitude !== null).map(({ merchantId }) => merchantId),
    )
    expect(merchants.filter(({ id }) => !located.has(id))).toHaveLength(1)
    expect(merchants.filter(({ isNew }) => isNew).length).toBeGreaterThan(1)
  })

  test('every located outlet is in its city', () => {
    const boxes = { MY: [3.0, 3.3, 101.55, 101.8], SG: [1.2, 1.5, 103.6, 104.1] } as Record<string, number[]>
    for (const { name, countryCode, latitude, longitude } of content.outlets) {
      if (latitude === null || longitude === null) continue
      const [south = 0, north = 0, west = 0, east = 0] = boxes[countryCode] ?? []
      expect([name, latitude > south && latitude < north && longitude > west && longitude < east]).toEqual([
        name,
        true,
      ])
    }
  })

  test('six merchants are featured, in order', () => {
    const slugs = content.featured.map((id) => content.merchants.find((merchant) => merchant.id === id)?.slug)
    expect(slugs).toEqual(FEATURED)
    expect(slugs).toHaveLength(6)
  })

  test.each([
    ['valueType', [...VALUE_TYPES, null]],
    ['codeSource', CODE_SOURCES],
    ['claimFlow', CLAIM_FLOWS],
    ['cycle', CYCLES],
    ['status', VOUCHER_STATUSES],
    ['favoritesOnly', [true, false]],
  ] as const)('there is a voucher of each %s', (field, values) => {
    expect(new Set<unknown>(content.vouchers.map((voucher) => voucher[field]))).toEqual(
      new Set<unknown>(values),
    )
  })

  test('there are vouchers with and without a cap, a quota, an outlet restriction and a period', () => {
    const { vouchers } = content
    const live = vouchers.filter(({ status }) => status === 'PUBLISHED')
    const now = clock.now.toISOString()
    const inDays = (days: number) => new Date(clock.now.getTime() + days * DAY_MS).toISOString()
    const kinds: Record<string, (voucher: Voucher) => boolean> = {
      capped: ({ globalRedemptionCap }) => globalRedemptionCap !== null,
      'several a cycle': ({ redemptionCount }) => redemptionCount > 1,
      'at some outlets': ({ outletIds }) => outletIds !== null,
      'always valid': ({ validFrom, validUntil }) => validFrom === null && validUntil === null,
      'not yet valid': ({ validFrom }) => validFrom !== null && validFrom > now,
      'ends within days': ({ validUntil }) => validUntil !== null && validUntil < inDays(4),
      'ends next month': ({ validUntil }) =>
        validUntil !== null && validUntil > inDays(30) && validUntil < inDays(62),
      'not yet applicable': ({ applicableFrom }) => applicableFrom !== null && applicableFrom > now,
      'bold in red': ({ title }) =>
        parseMarkup(title).some(
          (node) => typeof node !== 'string' && node.children.some((child) => typeof child !== 'string'),
        ),
      'struck through': ({ title }) => title.includes('{s}'),
    }
    for (const [kind, is] of Object.entries(kinds)) {
      expect([kind, live.some(is), live.every(is)]).toEqual([kind, true, false])
    }
    expect(vouchers.length).toBeGreaterThanOrEqual(30)
  })

  test('every text is translated into the languages of the webview, with the markup of the original', async () => {
    const { merchants, vouchers } = content
    const categories = (await admin('GET', '/admin/categories')).body.items
    const subCategories = categories.flatMap(
      (category: { subCategories: object[] }) => category.subCategories,
    )
    const tagsIn = (text: string) => (text.match(/\{\/?[brs]\}/g) ?? []).sort()
    const expected = ['ar', 'ms', 'zh-Hans']
    for (const [rows, fields] of [
      [merchants, ['description']],
      [vouchers, ['title', 'description', 'terms']],
      [categories, ['name']],
      [subCategories, ['name']],
    ] as [Record<string, unknown>[], string[]][]) {
      expect(rows.length).toBeGreaterThan(8)
      for (const row of rows) {
        const translations = row.translations as Record<string, Record<string, string>>
        expect([row.name ?? row.title, Object.keys(translations).sort()]).toEqual([
          row.name ?? row.title,
          expected,
        ])
        for (const [language, texts] of Object.entries(translations)) {
          expect([language, Object.keys(texts).sort()]).toEqual([language, fields.toSorted()])
          for (const field of fields) expect(tagsIn(texts[field] ?? '')).toEqual(tagsIn(String(row[field])))
        }
      }
    }
  })

  test('MANUAL vouchers have code pools', async () => {
    const manual = content.vouchers.filter(({ codeSource }) => codeSource === 'MANUAL')
    for (const { id } of manual) {
      const { body } = await admin('GET', `/admin/vouchers/${id}/codes`)
      expect(body.available).toBeGreaterThan(0)
      expect(body.available).toBe(body.total)
    }
  })

  test('all demo data matches the contract', () => {
    const misfits = (
      [
        [Partner, content.partners],
        [AdminMerchant, content.merchants],
        [AdminOutlet, content.outlets],
        [AdminVoucher, content.vouchers],
      ] as const
    ).flatMap(([schema, rows]) => {
      const validate = compile(schema)
      return rows.flatMap((row: unknown) => issuesOf(validate, row))
    })
    expect(misfits).toEqual([])
  })

  test('every picture is a file in uploads and is served', async () => {
    const { partners, merchants, vouchers } = content
    const paths = [
      ...partners.map(({ logoPath }) => logoPath),
      ...merchants.flatMap(({ logoPath, bannerPath }) => [logoPath, bannerPath]),
      ...vouchers.filter(({ status }) => status !== 'DRAFT').map(({ imagePath }) => imagePath),
    ]
    for (const path of paths) {
      expect(path).toMatch(/^\/uploads\/.+\.webp$/)
      expect((await stat(join(deps.config.dataDir, path ?? ''))).size).toBeGreaterThan(1000)
      const response = await server.inject({ url: path ?? '' })
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/webp'])
    }
    const drawn = (await readdir('src/demo/pictures')).length
    expect(new Set(paths).size).toBe(drawn)
  })

  test('no two outlets or vouchers of a merchant have the same name', () => {
    for (const { outlets, vouchers } of MERCHANTS) {
      expect(new Set(outlets.map(({ name }) => name)).size).toBe(outlets.length)
      expect(new Set(vouchers.map(({ title }) => title)).size).toBe(vouchers.length)
    }
  })

  test('a second load changes nothing', async () => {
    const before = await auditLength(harness)
    expect(await loadDemo(deps)).toBe(false)
    expect(await contentOf(harness)).toEqual(content)
    expect(await auditLength(harness)).toBe(before)
  })

  test('the demo rows of the start block: the token opens GET /me, the secret signs, the PINs are correct', async () => {
    const rows = Object.fromEntries(demoRows(await describeDemo(deps)))
    expect(rows['Demo webview']).toBe(`${deps.config.publicUrl}/demo`)
    const token = (await mintDemoToken(deps)) ?? ''
    const me = await harness.as(token)('GET', '/me')
    expect([me.status, me.body]).toMatchObject([
      200,
      { displayName: 'Demo User', partner: { slug: 'demo-bank' } },
    ])
    const { iat = 0, exp = 0, sub } = decodeJwt(token)
    expect([sub, exp - iat]).toEqual(['demo-user-1', 12 * 60 * 60])
    const browse = await harness.as(token)('GET', '/merchants?lat=3.1441&lng=101.6979')
    expect([browse.status, browse.body.length]).toEqual([200, MERCHANTS.length])
    expect(browse.body.filter((merchant: { topVoucher: unknown }) => merchant.topVoucher === null)).toEqual(
      [],
    )

    const body = JSON.stringify({ externalUserId: 'signed-1' })
    const secret = (await readFile(credentialFiles(deps.config).secret, 'utf8')).trim()
    const timestampSeconds = Math.floor(clock.now.getTime() / 1000)
    const signed = await server.inject({
      method: 'POST',
      url: '/integrations/users',
      headers: {
        'content-type': 'application/json',
        'x-partner-slug': 'demo-bank',
        'x-signature': signatureHeader({ secret, timestampSeconds, body }),
      },
      payload: body,
    })
    expect(signed.statusCode).toBe(201)

    const pins = [...(rows['Demo PINs'] ?? '').matchAll(/(\d{4}) at ([^,]+)/g)]
    expect(pins).toHaveLength(3)
    for (const [, pin = '', name = ''] of pins) {
      const hashes = await harness.db<{ id: string; pinHash: Buffer }[]>`
        select outlets.id, pin_hash from outlets join merchants on merchants.id = merchant_id where merchants.name = ${name}`
      expect(hashes.length).toBeGreaterThan(0)
      for (const { id, pinHash } of hashes) expect(deps.vault.pinMatches(id, pin, pinHash)).toBe(true)
    }
  })

  test('only their owner can read the key and secret files', async () => {
    const files = credentialFiles(deps.config)
    for (const file of [files.signingKey, files.secret]) expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await stat(join(files.secret, '..'))).mode & 0o777).toBe(0o700)
  })

  test('a changed PIN is no longer shown; nor is a partner whose key was replaced', async () => {
    const ninth = content.merchants.find(({ slug }) => slug === 'ninth-bowl')
    const outlet = content.outlets.find(({ merchantId }) => merchantId === ninth?.id)
    await admin('PATCH', `/admin/outlets/${outlet?.id}`, { pin: '0000' })
    const rows = Object.fromEntries(demoRows(await describeDemo(deps)))
    expect(rows['Demo PINs']).toBe('2468 at Sparrow & Saucer, 7410 at Moonreel Cinema')

    const id = content.partners[0]?.id
    expect((await admin('PATCH', `/admin/partners/${id}`, { disabled: true })).status).toBe(200)
    expect(await describeDemo(deps)).toBe(null)
    expect(await mintDemoToken(deps)).toBe(null)
    await admin('PATCH', `/admin/partners/${id}`, { disabled: false })
    await rm(credentialFiles(deps.config).signingKey)
    expect(await describeDemo(deps)).toBe(null)
  })
})

test('a period covers whole days in the time zone of the merchant, including the last', () => {
  // It is 3 a.m. on the 16th in the merchant's time zone.
  const now = new Date('2026-11-15T19:00:00Z')
  expect(periodOf({ from: 1, until: 2 }, 'Asia/Kuala_Lumpur', now)).toEqual({
    from: '2026-11-16T16:00:00.000Z',
    until: '2026-11-18T15:59:59.999Z',
  })
  expect(periodOf({}, 'Asia/Singapore', now)).toEqual({ from: null, until: null })
})

test('nothing is loaded if there is a partner or a merchant', async () => {
  const [withPartner, withMerchant] = [await createHarness(), await createHarness()]
  await withPartner.admin('POST', '/admin/partners', {
    slug: 'acme',
    name: 'Acme',
    displayName: 'Acme',
    logoPath: 'https://img.example.com/acme.png',
    jwtIssuer: 'https://id.acme.example',
    jwksUrl: 'https://id.acme.example/jwks.json',
  })
  await withMerchant.admin('POST', '/admin/merchants', { name: 'Kopi', slug: 'kopi', category: 'F_AND_B' })
  for (const harness of [withPartner, withMerchant]) {
    const before = await auditLength(harness)
    expect(await loadDemo(harness.deps)).toBe(false)
    expect(await auditLength(harness)).toBe(before)
    expect(await describeDemo(harness.deps)).toBe(null)
  }
})

test('two nodes that load at the same time load once', async () => {
  const harness = await createHarness()
  const other = await harness.startNode()
  const loads = await Promise.all([loadDemo(harness.deps), loadDemo(other.deps), loadDemo(harness.deps)])
  expect(loads.filter(Boolean)).toHaveLength(1)
  const content = await contentOf(harness)
  expect(content.merchants).toHaveLength(MERCHANTS.length)
  expect(content.vouchers).toHaveLength(MERCHANTS.flatMap(({ vouchers }) => vouchers).length)
})

test('a load that is interrupted repeatedly is completed without duplicates', async () => {
  const [harness, untouched] = [await createHarness(), await createHarness()]
  for (const steps of [1, 2, 10, 40, 90, 100]) {
    let left = steps
    const now = () => {
      left -= 1
      if (left < 0) throw new Error('cut off')
      return harness.clock.now
    }
    await expect(loadDemo({ ...harness.deps, now })).rejects.toThrow('cut off')
  }
  expect(await loadDemo(harness.deps)).toBe(true)
  expect(await loadDemo(harness.deps)).toBe(false)
  await loadDemo(untouched.deps)
  expect(outlineOf(await contentOf(harness))).toEqual(outlineOf(await contentOf(untouched)))
})

test('the first key: created once for an embedded database, not again after it was revoked, never with DATABASE_URL', async () => {
  const { deps, as, admin } = await createHarness()
  const config = { ...deps.config, adminApiKey: null }
  const withUrl = { ...deps, config: { ...config, databaseUrl: 'postgres://elsewhere/db' } }
  expect(await createFirstKey(withUrl, true)).toBe(null)
  const embedded = { ...deps, config }
  const key = await createFirstKey(embedded, true)
  expect((await as(key ?? '')('GET', '/admin/partners')).status).toBe(200)
  expect(await createFirstKey(embedded, true)).toBe(null)
  const [{ id }] = (await admin('GET', '/admin/keys')).body.items
  expect((await admin('DELETE', `/admin/keys/${id}`)).status).toBe(204)
  expect(await createFirstKey(embedded, true)).toBe(null)
})

test('the first key: not created with ADMIN_API_KEY, nor if stdout is not a terminal', async () => {
  const { deps, admin } = await createHarness()
  expect(deps.config.adminApiKey).not.toBe(null)
  expect(await createFirstKey(deps, true)).toBe(null)
  const embedded = { ...deps, config: { ...deps.config, adminApiKey: null } }
  expect(await createFirstKey(embedded, false)).toBe(null)
  expect((await admin('GET', '/admin/keys')).body.items).toEqual([])
  expect([await isWithoutAdmin(embedded), await isWithoutAdmin(deps)]).toEqual([true, false])
  await createFirstKey(embedded, true)
  expect(await isWithoutAdmin(embedded)).toBe(false)
})

test('the start line with DATABASE_URL: how to create a key; nothing of the demo, no key, no link', async () => {
  const { deps } = await createHarness()
  const lines: string[] = []
  logStart(createLogger('silent', { write: (line) => void lines.push(line) }), {
    service: { deps, embedded: null, url: 'https://vouchers.example.com' },
    elapsedMs: 1234.5,
    adminAccess: { key: 'none', signInLink: 'https://…/#invite=once', needsInvitation: true },
    demo: { partner: 'demo-bank', credentials: '/data/demo', pins: ['2468 at Kopi'], webview: '/demo' },
  })
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      ...{ level: 30, time: expect.any(String), msg: 'Counterfoil is up' },
      ...{ url: 'https://vouchers.example.com', role: 'all', elapsedMs: 1235 },
      createAdminKey: 'npx counterfoil key create --name me --role admin',
    },
  ])
})

test('the first sign-in link: creates the admin once, within 30 minutes; none with DATABASE_URL or in a log', async () => {
  const { deps, as, clock } = await createHarness()
  const withUrl = { ...deps, config: { ...deps.config, databaseUrl: 'postgres://elsewhere/db' } }
  expect([await createFirstLink(withUrl, true), await createFirstLink(deps, false)]).toEqual([null, null])
  const tokenOf = async () => (await createFirstLink(deps, true))?.split('/console/#invite=')[1]
  const accept = (token: string | undefined, more: object) =>
    as(undefined)('POST', '/session/invite', { token, password: 'seven quiet kettles sing', ...more })
  const identity = { email: 'first@kopi.example', name: 'First' }
  const expired = await tokenOf()
  clock.advance(30 * 60_000)
  expect((await accept(expired, identity)).body).toEqual({ error: 'invalid_sign_in_link' })
  const token = await tokenOf()
  const nameless = await accept(token, { email: identity.email })
  expect([nameless.status, nameless.body.issues[0].path]).toEqual([400, '/name'])
  const accepted = await accept(token, identity)
  expect([accepted.status, accepted.body.role]).toEqual([201, 'admin'])
  expect((await accept(token, identity)).body).toEqual({ error: 'invalid_sign_in_link' })
  expect(await createFirstLink(deps, true)).toBe(null)
})

describe('as a process', async () => {
  const root = await temporaryFolder('demo')
  const nodes: Node[] = []
  afterAll(async () => {
    for (const node of nodes) node.child.kill('SIGTERM')
    await Promise.all(nodes.map(({ exited }) => exited))
    await rm(root, { recursive: true, force: true })
  })

  const settings = (name: string) => ({ DEMO: 'true', PORT: '0', DATA_DIR: join(root, name) })
  const start = (env: Record<string, string>) => {
    const node = spawnNode(env)
    nodes.push(node)
    return node
  }
  const merchantsSeenWith = async (node: Node, key: string | undefined) => {
    const response = await fetch(`${listeningAt(node)}/admin/merchants?limit=200`, {
      headers: { authorization: `Bearer ${key}` },
    })
    return ((await response.json()) as { items?: unknown[] }).items?.length
  }
  const untilHalfLoaded = (dataDir: string) =>
    until(async () => (await readdir(join(dataDir, 'uploads')).catch(() => [])).length > 10, 60_000)
  const ADMIN_API_KEY = 'an-admin-key-of-the-environment'

  test('kill -9 in the middle of the load: the next start completes it; its one line, and that of later starts, says how to create a key and a sign-in but contains neither', async () => {
    const env = settings('unattended')
    const killed = start(env)
    await untilHalfLoaded(env.DATA_DIR)
    killed.child.kill('SIGKILL')
    expect(await killed.exited).toBe('SIGKILL')
    expect(killed.output()).not.toContain('demo data loaded')

    for (const isLoading of [true, false]) {
      const node = await untilUp(start(env))
      expect(startLine(node)).toEqual({
        ...{ level: 30, time: expect.any(String), node: expect.any(String), msg: 'Counterfoil is up' },
        ...{ url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:[1-9]\d+$/), role: 'all', version: '1.0.0' },
        ...{ elapsedMs: expect.any(Number), dataDir: env.DATA_DIR },
        links: expect.objectContaining({ console: `${listeningAt(node)}/console/` }),
        demo: expect.objectContaining({ partner: 'demo-bank' }),
        createAdminKey: 'npx counterfoil key create --name me --role admin',
        createSignIn: expect.stringMatching(/^npx counterfoil staff invite .+ --role admin$/),
      })
      expect(node.output()).not.toMatch(/cfk_|#invite=|is up after/)
      expect(node.output().includes('demo data loaded')).toBe(isLoading)
      node.child.kill('SIGTERM')
      expect(await node.exited).toBe(0)
    }
    const keyed = await untilUp(start({ ...env, ADMIN_API_KEY }))
    expect(keyed.output()).not.toMatch(/createAdminKey|cfk_|demo data loaded/)
    expect(startLine(keyed)).toMatchObject({ demo: { partner: 'demo-bank' } })
    expect(await merchantsSeenWith(keyed, ADMIN_API_KEY)).toBe(MERCHANTS.length)
  }, 120_000)

  test('SIGTERM in the middle of the load: exit code 0, no orphan, and the next start completes it; with ADMIN_API_KEY it creates no key', async () => {
    const env = { ...settings('keyed'), ADMIN_API_KEY }
    const stopped = start(env)
    await untilHalfLoaded(env.DATA_DIR)
    stopped.child.kill('SIGTERM')
    expect(await stopped.exited).toBe(0)
    await expect(stat(join(env.DATA_DIR, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT')

    const node = await untilUp(start(env))
    expect(node.output()).not.toMatch(/createAdminKey|cfk_|an-admin-key/)
    expect(node.output()).toContain('demo data loaded')
    const demo = {
      partner: 'demo-bank',
      credentials: join(env.DATA_DIR, 'demo'),
      pins: ['2468 at Sparrow & Saucer', '1359 at Ninth Bowl', '7410 at Moonreel Cinema'],
      webview: `${listeningAt(node)}/demo`,
    }
    expect(startLine(node)).toMatchObject({ demo })
    const opened = await fetch(demo.webview, { redirect: 'manual' })
    expect([opened.status, opened.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/app\/#token=ey/),
    ])
    expect(await merchantsSeenWith(node, ADMIN_API_KEY)).toBe(MERCHANTS.length)
  }, 120_000)
})
