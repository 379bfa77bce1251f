import { expect, test } from 'vitest'
import { findDirectoryVersion, listDirectoryChanges } from '../../src/domain/partners/queries.ts'
import { createHarness } from '../support/harness.ts'
import { onboard } from '../support/signing.ts'
import { whileLocked } from './while-locked.ts'

const { admin, db, deps } = await createHarness()
const partners = [await onboard(admin), await onboard(admin), await onboard(admin)]
const [one] = partners

test('the directory reads no partner while none has changed', async () => {
  const entry = await deps.partners.byId(one?.id ?? '')
  deps.partners.changed(null)
  expect(await whileLocked(db, 'partners', () => deps.partners.byId(one?.id ?? ''))).toBe(entry)
})

test('only changed partners are read, also after a change by SQL or of a secret', async () => {
  const known = (await listDirectoryChanges(db, [])).map(({ id, version }) => ({ id, version }))
  expect(known.length).toBe(3)
  expect(await listDirectoryChanges(db, known)).toEqual([])
  const before = await findDirectoryVersion(db)
  await db`update partners set name = 'By hand' where id = ${one?.id ?? ''}`
  expect((await listDirectoryChanges(db, known)).map(({ row }) => row?.name)).toEqual(['By hand'])
  await db`update partners set name = 'Again' where id = ${partners[1]?.id ?? ''}`
  await admin('POST', `/admin/partners/${partners[2]?.id}/secret/rotate`)
  expect((await listDirectoryChanges(db, known)).length).toBe(3)
  expect(await findDirectoryVersion(db)).toBeGreaterThan(before)
})

test('after a failover that lost a change, the partner is read again although its version is lower', async () => {
  const lost = await onboard(admin, { name: 'Before' })
  const [entry] = await db<
    { version: number }[]
  >`select version from directory_entries where partner_id = ${lost.id}`
  await admin('PATCH', `/admin/partners/${lost.id}`, { name: 'Lost' })
  expect((await deps.partners.byId(lost.id))?.name).toBe('Lost')
  // Simulates a standby that lacks the last change, and on which another partner has changed since.
  await db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update partners set name = 'Before', version = 1 where id = ${lost.id}`
    await tx`update directory_entries set version = ${entry?.version ?? 0} where partner_id = ${lost.id}`
  })
  await admin('PATCH', `/admin/partners/${one?.id}`, { name: 'Another' })
  expect((await deps.partners.byId(lost.id))?.name).toBe('Before')
})

test('a deleted partner is no longer found', async () => {
  const [row] = await db<{ id: string }[]>`
    insert into partners (id, slug, name, display_name, logo_path, jwt_issuer, jwks_url, disabled, require_v2,
      frame_ancestors, created_at, updated_at)
    values (uuid_v7(), 'short', 'Short', 'Short', '/uploads/x.png', 'https://short.example', 'https://short.example/jwks',
      false, false, '{}', now(), now())
    returning id`
  deps.partners.changed(null)
  expect((await deps.partners.bySlug('short'))?.id).toBe(row?.id)
  await db`delete from partners where slug = 'short'`
  deps.partners.changed(null)
  expect(await deps.partners.bySlug('short')).toBeNull()
})
