import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { SYSTEM } from '../src/auth/staff.ts'
import { connect, type Db } from '../src/db.ts'
import { openPartnerDirectory, type PartnerDirectory } from '../src/partners/directory.ts'
import { updatePartner } from '../src/partners/onboarding.ts'
import { createHarness } from './harness.ts'
import { onboard, signedCalls, type TestPartner } from './signing.ts'

const nodeA = await createHarness()
const { admin, db, deps } = nodeA

const otherDb = await connect(nodeA.databaseUrl, { name: 'node B' })
const nodeB = await anotherNode(otherDb)
afterAll(() => otherDb.end({ timeout: 1 }))

/** Another app on the database of the first. */
async function anotherNode(itsDb: Db) {
  const partners = openPartnerDirectory({ db: itsDb, vault: deps.vault, log: deps.log })
  const { server } = await buildApp({ ...deps, db: itsDb, partners })
  afterAll(async () => {
    partners.close()
    await server.close()
  })
  return { partners, callsOf: await signedCalls({ ...nodeA, server }) }
}

const USERS = '/integrations/users'
const statusAt = async (
  node: { callsOf: typeof nodeB.callsOf },
  partner: TestPartner,
  secret = partner.secret,
) => (await node.callsOf(partner)('POST', USERS, { externalUserId: 'user-1' }, { secret })).status

async function until(what: () => Promise<boolean>, withinMs: number): Promise<number> {
  const startedAt = performance.now()
  while (!(await what())) {
    if (performance.now() - startedAt > withinMs) throw new Error(`not within ${withinMs} ms`)
    await sleep(5)
  }
  return performance.now() - startedAt
}

const listeners = (name: string) => db<{ pid: number }[]>`
  select pid from pg_stat_activity
  where datname = current_database() and application_name = ${name} and query ilike 'listen%'`

const change = (partner: TestPartner, changes: object) =>
  admin('PATCH', `/admin/partners/${partner.id}`, changes)

test('an entry has all that authentication needs, by slug, issuer and id alike', async () => {
  const partner = await onboard(admin, {
    jwtAudience: 'x',
    scope: { merchantIds: [], categories: ['F_AND_B'] },
  })
  const entry = await deps.partners.bySlug(partner.slug)
  expect(entry).toMatchObject({
    id: partner.id,
    slug: partner.slug,
    jwtAudience: 'x',
    disabled: false,
    scope: { merchantIds: [], categories: ['F_AND_B'] },
    version: 1,
    secrets: { signing: partner.secret, accepted: [{ secret: partner.secret, acceptedUntil: null }] },
  })
  expect(await deps.partners.byIssuer(partner.jwtIssuer)).toBe(entry)
  expect(await deps.partners.byId(partner.id)).toBe(entry)
  expect(await deps.partners.bySlug('nobody')).toBeNull()
})

test('an entry stays the same object until its own partner changes', async () => {
  const [one, other] = [await onboard(admin), await onboard(admin)]
  const before = await deps.partners.byId(one.id)
  await change(other, { name: 'Changed' })
  expect(await deps.partners.byId(one.id)).toBe(before)
  await change(one, { name: 'Changed' })
  expect(await deps.partners.byId(one.id)).not.toBe(before)
})

test('a change on node A is seen there at once and on node B well under a second', async () => {
  const partner = await onboard(admin)
  expect(await statusAt(nodeB, partner)).toBe(201)
  await until(async () => (await listeners('node B')).length === 1, 5000)

  await change(partner, { disabled: true })
  expect((await deps.partners.byId(partner.id))?.disabled).toBe(true)
  const disabledMs = await until(async () => (await statusAt(nodeB, partner)) === 403, 1000)
  await change(partner, { disabled: false })
  const enabledMs = await until(async () => (await statusAt(nodeB, partner)) === 200, 1000)
  expect(Math.max(disabledMs, enabledMs)).toBeLessThan(500)

  const { secret } = (await admin('POST', `/admin/partners/${partner.id}/secret/rotate`)).body
  await until(async () => (await statusAt(nodeB, partner, secret)) === 200, 500)
  await admin('POST', `/admin/partners/${partner.id}/secret/rotate`)
  await until(async () => (await statusAt(nodeB, partner, secret)) === 401, 500)
})

test('a partner who is new on node A is known to node B well under a second', async () => {
  expect(await nodeB.partners.bySlug('newcomer')).toBeNull()
  const partner = await onboard(admin, { slug: 'newcomer' })
  await until(async () => (await statusAt(nodeB, partner)) < 300, 500)
})

test('listeners hear which partner changed, here and on the other node', async () => {
  const partner = await onboard(admin)
  await nodeB.partners.byId(partner.id)
  const heard: Record<'a' | 'b', (string | null)[]> = { a: [], b: [] }
  deps.partners.onChange((id) => heard.a.push(id))
  nodeB.partners.onChange((id) => heard.b.push(id))
  await change(partner, { name: 'Heard' })
  expect(heard.a).toContain(partner.id)
  await until(async () => heard.b.includes(partner.id), 500)
})

test('nothing is announced of a change that is refused', async () => {
  const partner = await onboard(admin)
  await nodeB.partners.byId(partner.id)
  await sleep(100)
  const heard: (string | null)[] = []
  nodeB.partners.onChange((id) => heard.push(id))
  expect((await change(partner, { publicKey: 'not a key' })).status).toBe(400)
  await sleep(100)
  expect(heard).toEqual([])
})

test('a look-up that began before a change never outlives it', async () => {
  const partner = await onboard(admin)
  const gate = Promise.withResolvers<void>()
  let queries = 0
  const limited = new Proxy(otherDb, {
    apply: async (target, self, parameters) => {
      queries += 1
      const held = queries === 1
      const rows = await Reflect.apply(target as never, self, parameters)
      if (held) await gate.promise
      return rows
    },
    get: (target, name) => (name === 'listen' ? async () => ({}) : Reflect.get(target, name)),
  })
  const partners = openPartnerDirectory({ db: limited, vault: deps.vault, log: deps.log })
  const early = partners.byId(partner.id)
  await sleep(100)
  await change(partner, { name: 'Changed' })
  partners.changed(partner.id)
  const changed = await partners.byId(partner.id)
  expect(changed?.version).toBe(2)
  gate.resolve()
  await early
  expect(await partners.byId(partner.id)).toBe(changed)
})

test('LISTEN cut off: right within 5 s all the same, and heard at once again afterwards', async () => {
  const partner = await onboard(admin)
  await nodeB.partners.byId(partner.id)
  await until(async () => (await listeners('node B')).length === 1, 5000)
  const [before] = await listeners('node B')
  await db`select pg_terminate_backend(${before?.pid as number})`
  await change(partner, { disabled: true })
  await until(async () => (await nodeB.partners.byId(partner.id))?.disabled === true, 5000)
  await until(async () => (await listeners('node B')).some(({ pid }) => pid !== before?.pid), 5000)
  await nodeB.partners.byId(partner.id)
  await change(partner, { disabled: false })
  await until(async () => (await nodeB.partners.byId(partner.id))?.disabled === false, 500)
})

/** Statements are counted; LISTEN does as it is told. */
function without(listen: () => Promise<unknown>): { partners: PartnerDirectory; statements: () => number } {
  let count = 0
  const limited = new Proxy(otherDb, {
    apply: (target, self, parameters) => {
      count += 1
      return Reflect.apply(target as never, self, parameters)
    },
    get: (target, name) => (name === 'listen' ? listen : Reflect.get(target, name)),
  })
  const partners = openPartnerDirectory({ db: limited, vault: deps.vault, log: deps.log })
  afterAll(() => partners.close())
  return { partners, statements: () => count }
}

test.each([
  ['a pooler that swallows it', async () => ({})],
  ['a server that refuses it', () => Promise.reject(new Error('no LISTEN here'))],
])('no LISTEN, %s: right within 5 s, listeners included', async (_name, listen) => {
  const { partners } = without(listen)
  const heard: (string | null)[] = []
  partners.onChange((id) => heard.push(id))
  const partner = await onboard(admin)
  expect((await partners.byId(partner.id))?.disabled).toBe(false)
  heard.length = 0
  await change(partner, { disabled: true })
  await until(async () => (await partners.byId(partner.id))?.disabled === true, 5100)
  expect(heard).toEqual([partner.id])
})

test('no LISTEN: the node that makes a change sees it at once all the same', async () => {
  const { partners } = without(async () => ({}))
  const partner = await onboard(admin)
  for (const disabled of [true, false, true]) {
    await updatePartner({ ...deps, partners }, SYSTEM, partner.id, { disabled }, null)
    expect((await partners.byId(partner.id))?.disabled).toBe(disabled)
  }
})

test('a flood of unknown slugs and issuers, each another: a query every few seconds, none a request', async () => {
  const { partners, statements } = without(async () => ({}))
  for (let index = 0; index < 20_000; index += 1) {
    await partners.bySlug(`unknown-${index}`)
    await partners.byIssuer(`https://unknown-${index}.example.com`)
  }
  expect(statements()).toBeLessThanOrEqual(3)
})

test('a hundred look-ups at once of a directory that has nothing yet: one query', async () => {
  const { partners, statements } = without(async () => ({}))
  await Promise.all(Array.from({ length: 100 }, () => partners.bySlug('nobody')))
  expect(statements()).toBe(1)
})

test('a secret that does not open locks nobody else out, and its partner only in part', async () => {
  const [damaged, whole] = [await onboard(admin), await onboard(admin)]
  const { secret } = (await admin('POST', `/admin/partners/${damaged.id}/secret/rotate`)).body
  await db`
    update partner_secrets set sealed = '\\x00' where partner_id = ${damaged.id} and state = 'SIGNING'`
  deps.partners.changed(damaged.id)
  expect((await deps.partners.byId(whole.id))?.secrets.signing).toBe(whole.secret)
  expect((await deps.partners.byId(damaged.id))?.secrets).toEqual({
    signing: '',
    accepted: [{ secret, acceptedUntil: null }],
  })
})

test('the database away: look-ups fail when the time is up, and work again when it is back', async () => {
  const away = { is: false }
  const limited = new Proxy(otherDb, {
    apply: (target, self, parameters) =>
      away.is
        ? Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }))
        : Reflect.apply(target as never, self, parameters),
    get: (target, name) => (name === 'listen' ? async () => ({}) : Reflect.get(target, name)),
  })
  const partners = openPartnerDirectory({ db: limited, vault: deps.vault, log: deps.log })
  expect(await partners.bySlug('nobody')).toBeNull()
  away.is = true
  expect(await partners.bySlug('nobody')).toBeNull()
  partners.changed(null)
  await expect(partners.bySlug('nobody')).rejects.toThrow('gone')
  away.is = false
  expect(await partners.bySlug('nobody')).toBeNull()
})
