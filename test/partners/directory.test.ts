import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../../src/api/app.ts'
import { SYSTEM } from '../../src/domain/actors/caller.ts'
import { openPartnerDirectory, type PartnerDirectory } from '../../src/domain/partners/directory.ts'
import { updatePartner } from '../../src/domain/webhooks/update-partner.ts'
import { connect, type Db } from '../../src/platform/database/db.ts'
import { createHarness } from '../support/harness.ts'
import { until } from '../support/process.ts'
import { onboard, signedCalls, type TestPartner } from '../support/signing.ts'

const nodeA = await createHarness()
const { admin, db, deps, logs } = nodeA

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

/** A change arrives in about 20 ms by LISTEN, later on a busy machine. Polling takes at least 2.5 s. */
const HEARD_MS = 2400
/** A change arrives by polling within the documented 5 s, plus the time of the look-up. */
const LOOKED_UP_MS = 5100

const listeners = (name: string) => db<{ pid: number }[]>`
  select pid from pg_stat_activity
  where datname = current_database() and application_name = ${`${name} sentinel`}`

const change = (partner: TestPartner, changes: object) =>
  admin('PATCH', `/admin/partners/${partner.id}`, changes)

test('an entry has everything that authentication needs, by slug, issuer and id', async () => {
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

test('an entry is the same object until its partner changes', async () => {
  const [one, other] = [await onboard(admin), await onboard(admin)]
  const before = await deps.partners.byId(one.id)
  await change(other, { name: 'Changed' })
  expect(await deps.partners.byId(one.id)).toBe(before)
  await change(one, { name: 'Changed' })
  expect(await deps.partners.byId(one.id)).not.toBe(before)
})

test('node A sees its own change at once, node B in well under a second', async () => {
  const partner = await onboard(admin)
  expect(await statusAt(nodeB, partner)).toBe(201)
  await until(async () => (await listeners('node B')).length === 1)

  await change(partner, { disabled: true })
  expect((await deps.partners.byId(partner.id))?.disabled).toBe(true)
  await until(async () => (await statusAt(nodeB, partner)) === 403, HEARD_MS)
  await change(partner, { disabled: false })
  await until(async () => (await statusAt(nodeB, partner)) === 200, HEARD_MS)

  const { secret } = (await admin('POST', `/admin/partners/${partner.id}/secret/rotate`)).body
  await until(async () => (await statusAt(nodeB, partner, secret)) === 200, HEARD_MS)
  await admin('POST', `/admin/partners/${partner.id}/secret/rotate`)
  await until(async () => (await statusAt(nodeB, partner, secret)) === 401, HEARD_MS)
})

test('node B knows a new partner of node A in well under a second', async () => {
  expect(await nodeB.partners.bySlug('newcomer')).toBeNull()
  const partner = await onboard(admin, { slug: 'newcomer' })
  await until(async () => (await statusAt(nodeB, partner)) < 300, HEARD_MS)
})

test('onChange gets the id of the changed partner, on this node and the other', async () => {
  const partner = await onboard(admin)
  await nodeB.partners.byId(partner.id)
  const heard: Record<'a' | 'b', (string | null)[]> = { a: [], b: [] }
  deps.partners.onChange((id) => heard.a.push(id))
  nodeB.partners.onChange((id) => heard.b.push(id))
  await change(partner, { name: 'Heard' })
  expect(heard.a).toContain(partner.id)
  await until(async () => heard.b.includes(partner.id), HEARD_MS)
})

test('a refused change is not announced', async () => {
  await nodeB.partners.bySlug('nobody')
  await until(async () => (await listeners('node B')).length === 1)
  const heard: (string | null)[] = []
  nodeB.partners.onChange((id) => heard.push(id))
  const [partner, next] = [await onboard(admin), await onboard(admin)]
  await until(async () => heard.includes(next.id))
  await nodeB.partners.byId(partner.id)
  heard.length = 0
  expect((await change(partner, { publicKey: 'not a key' })).status).toBe(400)
  expect((await change(next, { name: 'Changed' })).status).toBe(200)
  // Announcements arrive in order.
  await until(async () => heard.includes(next.id))
  expect(heard).not.toContain(partner.id)
})

test('a look-up that began before a change is not cached after it', async () => {
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

test('LISTEN is interrupted: correct within 5 s, and at once again when it is back', async () => {
  const partner = await onboard(admin)
  await nodeB.partners.byId(partner.id)
  await until(async () => (await listeners('node B')).length === 1)
  const [before] = await listeners('node B')
  await db`select pg_terminate_backend(${before?.pid as number})`
  await change(partner, { disabled: true })
  await until(async () => (await nodeB.partners.byId(partner.id))?.disabled === true, LOOKED_UP_MS)
  await until(async () => (await listeners('node B')).some(({ pid }) => pid !== before?.pid))
  await nodeB.partners.byId(partner.id)
  await change(partner, { disabled: false })
  await until(async () => (await nodeB.partners.byId(partner.id))?.disabled === false, HEARD_MS)
})

/** Counts statements; `listen` replaces LISTEN. */
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
])('no LISTEN, %s: correct within 5 s, and onChange is called', async (_name, listen) => {
  const { partners } = without(listen)
  const heard: (string | null)[] = []
  partners.onChange((id) => heard.push(id))
  const partner = await onboard(admin)
  expect((await partners.byId(partner.id))?.disabled).toBe(false)
  heard.length = 0
  await change(partner, { disabled: true })
  await until(async () => (await partners.byId(partner.id))?.disabled === true, LOOKED_UP_MS)
  expect(heard).toEqual([partner.id])
})

test('no LISTEN: a node still sees its own change at once', async () => {
  const { partners } = without(async () => ({}))
  const partner = await onboard(admin)
  for (const disabled of [true, false, true]) {
    await updatePartner({ ...deps, partners }, SYSTEM, partner.id, { disabled }, null)
    expect((await partners.byId(partner.id))?.disabled).toBe(disabled)
  }
})

test('a flood of different unknown slugs and issuers: one query every few seconds, none per request', async () => {
  const { partners, statements } = without(async () => ({}))
  for (let index = 0; index < 20_000; index += 1) {
    await partners.bySlug(`unknown-${index}`)
    await partners.byIssuer(`https://unknown-${index}.example.com`)
  }
  expect(statements()).toBeLessThanOrEqual(3)
})

test('a hundred concurrent look-ups in an empty directory: one read of two queries', async () => {
  const { partners, statements } = without(async () => ({}))
  await Promise.all(Array.from({ length: 100 }, () => partners.bySlug('nobody')))
  expect(statements()).toBe(2)
})

test('a secret that does not decrypt affects no other partner, and its own only in part', async () => {
  const [damaged, whole] = [await onboard(admin), await onboard(admin)]
  const { secret } = (await admin('POST', `/admin/partners/${damaged.id}/secret/rotate`)).body
  await db`
    update partner_secrets set sealed = '\\x00' where partner_id = ${damaged.id} and state = 'SIGNING'`
  deps.partners.changed(damaged.id)
  expect((await deps.partners.byId(whole.id))?.secrets.signing).toBe(whole.secret)
  expect((await deps.partners.byId(damaged.id))?.secrets).toEqual({
    signing: '',
    accepted: [{ secret, acceptedUntil: null }],
    testKey: null,
  })
})

/** A directory whose database can be made unavailable. */
function openLosing() {
  const outage = { isOn: false }
  const limited = new Proxy(otherDb, {
    apply: (target, self, parameters) =>
      outage.isOn
        ? Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }))
        : Reflect.apply(target as never, self, parameters),
    get: (target, name) => (name === 'listen' ? async () => ({}) : Reflect.get(target, name)),
  })
  return { outage, partners: openPartnerDirectory({ db: limited, vault: deps.vault, log: deps.log }) }
}

test('database unavailable: look-ups fail once the directory must be read again, and work again when it is back', async () => {
  const { outage, partners } = openLosing()
  expect(await partners.bySlug('nobody')).toBeNull()
  outage.isOn = true
  expect(await partners.bySlug('nobody')).toBeNull()
  partners.changed(null)
  await expect(partners.bySlug('nobody')).rejects.toThrow('gone')
  outage.isOn = false
  expect(await partners.bySlug('nobody')).toBeNull()
})

test('database unavailable at a refresh: logged for each attempt, not for each look-up', async () => {
  const { outage, partners } = openLosing()
  await partners.bySlug('nobody')
  outage.isOn = true
  const said = () => logs.filter((line) => line.includes('could not refresh the partners')).length
  await until(async () => {
    await Promise.all(Array.from({ length: 100 }, () => partners.bySlug('nobody')))
    return said() > 0
  })
  expect(said()).toBeLessThan(10)
})
