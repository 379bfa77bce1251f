import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ApiResponse, createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { signedCalls } from '../support/signing.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin, db } = harness
const issuer = await onboardIssuer(harness)
const partnerCall = (await signedCalls(harness))(issuer.partner)
const visitor = visitorsOf(harness, issuer)
const market = openMarket(admin)
const shops = [await market.shop(), await market.shop()]
const merchants: string[] = shops.map(({ id }) => id)
const vouchers: string[] = []
for (const id of merchants) vouchers.push((await market.offer(id)).id)

type Step =
  | { kind: 'upsert'; user: number; name: string | null | undefined }
  | { kind: 'anonymize'; user: number }
  | { kind: 'visit'; user: number; name: string | undefined }
  | { kind: 'claim'; user: number; thing: number }
  | { kind: 'favorite'; user: number; thing: number }
  | { kind: 'unfavorite'; user: number; thing: number }

const user = fc.nat({ max: 1 })
const thing = fc.nat({ max: 1 })
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    arbitrary: fc.record({
      kind: fc.constant('upsert' as const),
      user,
      name: fc.constantFrom('A', 'B', null, undefined),
    }),
    weight: 2,
  },
  { arbitrary: fc.record({ kind: fc.constant('anonymize' as const), user }), weight: 2 },
  {
    arbitrary: fc.record({
      kind: fc.constant('visit' as const),
      user,
      name: fc.constantFrom('T', undefined),
    }),
    weight: 2,
  },
  { arbitrary: fc.record({ kind: fc.constant('claim' as const), user, thing }), weight: 2 },
  { arbitrary: fc.record({ kind: fc.constant('favorite' as const), user, thing }), weight: 2 },
  { arbitrary: fc.record({ kind: fc.constant('unfavorite' as const), user, thing }), weight: 1 },
)

let runs = 0
/** Unknown users, so that each run starts without any. */
function newPeople(): string[] {
  runs += 1
  return [`run ${runs}, one`, `run ${runs}, two`]
}

function takeStep(people: string[], step: Step): Promise<ApiResponse> {
  const sub = people[step.user] as string
  switch (step.kind) {
    case 'upsert':
      return partnerCall('POST', '/integrations/users', {
        externalUserId: sub,
        ...(step.name !== undefined && { displayName: step.name }),
      })
    case 'anonymize':
      return partnerCall('DELETE', `/integrations/users/${encodeURIComponent(sub)}`)
    case 'visit':
      return visitor(sub, { displayName: step.name })('GET', '/me')
    case 'claim':
      return visitor(sub)('POST', '/me/claims', { voucherId: vouchers[step.thing] })
    case 'favorite':
      return visitor(sub)('POST', '/me/favorites', { merchantId: merchants[step.thing] })
    case 'unfavorite':
      return visitor(sub)('DELETE', `/me/favorites/${merchants[step.thing]}`)
  }
}

type Person = { isActive: boolean; name: string | null; claims: Set<number>; favorites: Set<number> }
type Model = Map<number, Person>

/** The expected response. Also applies the step to the model. */
function expectedResponse(model: Model, step: Step): object {
  const known = model.get(step.user)
  if (step.kind === 'anonymize') {
    if (!known) return { status: 404, body: { error: 'user_not_found' } }
    Object.assign(known, { isActive: false, name: null })
    return { status: 204 }
  }
  if (step.kind !== 'upsert' && known && !known.isActive)
    return { status: 404, body: { error: 'user_not_found' } }
  const person = known ?? { isActive: true, name: null, claims: new Set(), favorites: new Set() }
  model.set(step.user, person)
  switch (step.kind) {
    case 'upsert':
      Object.assign(person, { isActive: true, ...(step.name !== undefined && { name: step.name }) })
      return { status: known ? 200 : 201, body: { created: !known } }
    case 'visit':
      person.name ??= step.name ?? null
      return { status: 200, body: { displayName: step.name ?? person.name } }
    case 'claim':
      return addTo(person.claims, step.thing)
    case 'favorite':
      return addTo(person.favorites, step.thing)
    case 'unfavorite':
      person.favorites.delete(step.thing)
      return { status: 204 }
  }
}

function addTo(set: Set<number>, thing: number): object {
  const isNew = !set.has(thing)
  set.add(thing)
  return { status: isNew ? 201 : 200 }
}

type Stored = {
  displayName: string | null
  isActive: boolean
  claims: string[]
  favorites: string[]
  events: string[]
}

/** Everything that the database holds about a person. */
async function findStored(sub: string): Promise<Stored[]> {
  return db<Stored[]>`
    select display_name, anonymized_at is null as is_active,
      array(select voucher_id::text from claims where user_id = users.id order by 1) as claims,
      array(select merchant_id::text from favorites where user_id = users.id order by 1) as favorites,
      array(select body::json -> 'data' ->> 'voucherId' from events where user_id = users.id order by 1) as events
    from users
    where partner_id = ${issuer.id} and external_user_id = ${sub}`
}

const named = (things: Set<number>, ids: string[]) => [...things].map((i) => ids[i] as string).toSorted()

test('sequential steps: every response and every row is as the model expects', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 25 }), async (steps) => {
      const [people, model]: [string[], Model] = [newPeople(), new Map()]
      for (const step of steps) {
        const expected = expectedResponse(model, step)
        expect(await takeStep(people, step), JSON.stringify(step)).toMatchObject(expected)
      }
      for (const [i, sub] of people.entries()) {
        const person = model.get(i)
        const claims = named(person?.claims ?? new Set(), vouchers)
        const favorites = named(person?.favorites ?? new Set(), merchants)
        const row = {
          displayName: person?.name,
          isActive: person?.isActive,
          claims,
          favorites,
          events: claims,
        }
        expect(await findStored(sub)).toEqual(person ? [row] : [])
      }
    }),
    { numRuns: 25 },
  )
})

type FinishedStep = { step: Step; response: ApiResponse }

/** All steps of one user and merchant run in one sequence, so that the last acknowledged one is known. */
const sequenceOf = (step: Step, place: number): number =>
  'thing' in step ? step.user * 2 + step.thing : place % 4

test('concurrent steps: the invariants that hold for any order hold', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 8, maxLength: 40 }), async (steps) => {
      const people = newPeople()
      const sequences = Object.values(
        Object.groupBy(steps.entries(), ([place, step]) => sequenceOf(step, place)),
      )
      const finished: FinishedStep[] = []
      await Promise.all(
        sequences.map(async (sequence = []) => {
          for (const [, step] of sequence) finished.push({ step, response: await takeStep(people, step) })
        }),
      )
      for (const [i, sub] of people.entries()) {
        await expectInvariants(
          sub,
          finished.filter(({ step }) => step.user === i),
        )
      }
    }),
    { numRuns: 25 },
  )
})

async function expectInvariants(sub: string, finished: FinishedStep[]): Promise<void> {
  const rows = await findStored(sub)
  const responsesTo = (kind: Step['kind'], thing?: number) =>
    finished.filter(
      ({ step }) => step.kind === kind && (thing === undefined || ('thing' in step && step.thing === thing)),
    )
  for (const { step, response } of finished) {
    expect([200, 201, 204, 404], JSON.stringify(step)).toContain(response.status)
    // A user is not found only after an anonymization.
    if (response.status === 404) expect(response.body).toEqual({ error: 'user_not_found' })
    if (response.status === 404 && step.kind !== 'anonymize')
      expect(responsesTo('anonymize').some(({ response: { status } }) => status === 204)).toBe(true)
  }
  const isThere = finished.some(({ response: { status } }) => status < 300)
  expect(rows).toHaveLength(isThere ? 1 : 0)
  const [row] = rows
  if (!row) return

  const ids = finished.flatMap(({ step, response: { body } }) =>
    step.kind === 'visit' ? (body.partner ? [body.id] : []) : (body.userId ?? []),
  )
  expect(new Set(ids).size).toBeLessThanOrEqual(1)
  expect(responsesTo('upsert').filter(({ response }) => response.body.created).length).toBeLessThanOrEqual(1)
  if (!row.isActive) expect(row.displayName).toBeNull()
  if (responsesTo('anonymize').length === 0) expect(row.isActive).toBe(true)

  for (const [i, voucherId] of vouchers.entries()) {
    const granted = responsesTo('claim', i).filter(({ response: { status } }) => status < 300)
    expect(new Set(granted.map(({ response }) => response.body.id)).size).toBe(granted.length > 0 ? 1 : 0)
    expect(granted.filter(({ response: { status } }) => status === 201)).toHaveLength(
      granted.length > 0 ? 1 : 0,
    )
    expect(row.claims.includes(voucherId)).toBe(granted.length > 0)
  }
  expect(row.events).toEqual(row.claims)

  for (const [i, merchantId] of merchants.entries()) {
    const last = finished
      .filter(
        ({ step, response }) =>
          'thing' in step && step.thing === i && step.kind !== 'claim' && response.status < 300,
      )
      .at(-1)
    expect(row.favorites.includes(merchantId)).toBe(last?.step.kind === 'favorite')
  }
}
