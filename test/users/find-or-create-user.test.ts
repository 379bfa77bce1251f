import { expect, test } from 'vitest'
import type { Consumer } from '../../src/domain/actors/consumer.ts'
import { findOrCreateUser } from '../../src/domain/users/lifecycle.ts'
import { type Tx, transaction } from '../../src/platform/database/db.ts'
import { Refusal } from '../../src/platform/refusal.ts'
import { createHarness } from '../support/harness.ts'
import { onboard, signedCalls } from '../support/signing.ts'

type Claims = Consumer['claims']
const harness = await createHarness()
const { admin, clock, db } = harness
const acme = await onboard(admin)
const call = (await signedCalls(harness))(acme)

const visit = (externalUserId: string, { email = null, displayName = null }: Partial<Claims> = {}) =>
  transaction(db, (tx: Tx) =>
    findOrCreateUser(tx, { partnerId: acme.id, externalUserId }, { email, displayName }, clock.now),
  )
const rows = (externalUserId: string) =>
  db`select email, display_name from users where external_user_id = ${externalUserId}`

test('an unknown user is created from the token', async () => {
  const user = await visit('new', { email: 'a@example.com', displayName: 'A' })
  expect(user).toEqual({
    id: expect.any(String),
    email: 'a@example.com',
    displayName: 'A',
    anonymizedAt: null,
  })
  expect(await visit('new')).toEqual(user)
})

test('later claims neither overwrite fields nor fill empty ones', async () => {
  await visit('known', { displayName: 'First' })
  expect(await visit('known', { email: 'late@example.com', displayName: 'Second' })).toMatchObject({
    email: null,
    displayName: 'First',
  })
  expect(await rows('known')).toEqual([{ email: null, displayName: 'First' }])
})

test('fifty concurrent first visits: one user, one row', async () => {
  const users = await Promise.all(Array.from({ length: 50 }, () => visit('crowd', { displayName: 'C' })))
  expect(new Set(users.map((user) => (user instanceof Refusal ? user.code : user.id))).size).toBe(1)
  expect(await rows('crowd')).toHaveLength(1)
})

test('concurrent first visits and upserts: one user', async () => {
  const [visits, upserts] = await Promise.all([
    Promise.all(Array.from({ length: 20 }, () => visit('both'))),
    Promise.all(
      Array.from({ length: 20 }, () => call('POST', '/integrations/users', { externalUserId: 'both' })),
    ),
  ])
  const ids = [
    ...visits.map((user) => (user instanceof Refusal ? user.code : user.id)),
    ...upserts.map(({ body }) => body.userId),
  ]
  expect(new Set(ids).size).toBe(1)
})

test('user_not_found: a token does not restore an anonymized user', async () => {
  await visit('gone', { displayName: 'G' })
  await call('DELETE', '/integrations/users/gone')
  const refusal = await visit('gone', { displayName: 'G' })
  expect(refusal instanceof Refusal && refusal.code).toBe('user_not_found')
  expect(await rows('gone')).toEqual([{ email: null, displayName: null }])
  await call('POST', '/integrations/users', { externalUserId: 'gone' })
  expect(await visit('gone')).toMatchObject({ displayName: null })
})
