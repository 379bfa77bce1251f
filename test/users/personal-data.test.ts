import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { CLI } from '../../src/domain/actors/caller.ts'
import { erasePerson } from '../../src/domain/personal-data/erase-person.ts'
import { exportPerson } from '../../src/domain/personal-data/export-person.ts'
import {
  findPerson,
  type Person,
  propertyName,
  SECTIONS,
} from '../../src/domain/personal-data/export-queries.ts'
import { listArchives, UnusableArchive } from '../../src/domain/redemptions/archive/archive-folder.ts'
import type { Db } from '../../src/platform/database/db.ts'
import { LIM, MEI, openPersonScene } from './person-scene.ts'

const scene = await openPersonScene()
const { as, db, deps, mei, lim, folder, token } = scene
const signal = new AbortController().signal
const CSV = join(folder, 'redemptions-2024-12.csv.gz')
const MANIFEST = join(folder, 'redemptions-2024-12.json')

// biome-ignore lint/suspicious/noExplicitAny: each test states what it expects of the document
async function exported(person: Person): Promise<{ text: string; document: any }> {
  let text = ''
  const write = async (part: string) => {
    text += part
  }
  await exportPerson(deps, person, { archives: await listArchives(folder), now: new Date(), signal, write })
  return { text, document: JSON.parse(text) }
}

async function erase(person: Person, on: Db = db) {
  const archives = await listArchives(folder)
  const erasure = await erasePerson({ ...deps, db: on }, CLI, person, { archives, signal, settleMs: 0 })
  if (erasure === null) throw new Error('an archive is running')
  return erasure
}

/** Tables and files that contain a text of the person. */
async function placesWith({ name, latitude }: typeof MEI): Promise<string[]> {
  const tables = await listColumns()
  const places: string[] = []
  for (const table of [...new Set(tables.map(({ table }) => table))]) {
    const [row] = await db.unsafe<{ text: string }[]>(
      `select coalesce(string_agg(t::text, ' '), '') as text from ${table} t`,
    )
    if (row?.text.includes(name) || row?.text.includes(String(latitude))) places.push(table)
  }
  for (const file of await readdir(folder)) {
    const bytes = await readFile(join(folder, file))
    const text = String(file.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    if (text.includes(name) || text.includes(String(latitude))) places.push(file)
  }
  return places.sort()
}

/** Every column of every table. Partitions are omitted: they have the columns of their table. */
const listColumns = () => db<{ table: string; column: string }[]>`
  select c.relname as table, a.attname as column
  from pg_class c join pg_attribute a on a.attrelid = c.oid and attnum > 0 and not attisdropped
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
  order by 1, 2`

/** Columns that look as if they were about a user. Add a new one here, or its table to `SECTIONS` and to docs/privacy.md. */
const NOT_OF_USERS: [RegExp, reason: string][] = [
  [/^(staff|staff_oidc_subjects|staff_sessions|api_keys)\./, 'about staff'],
  [/^(sign_in_failures|sign_in_settings|unknown_sign_in_failures)\./, 'about sign-ins of staff'],
  [/^audit_chain\./, 'digests of texts of the audit log, which has no text about a user'],
  [/^(outlets|partners|statement_settings)\./, 'about businesses'],
  [/^endpoints\.pause_reason$/, 'a code'],
  [/^alerts?(_messages|_destinations)?\./, 'about businesses and staff; no sentence names a user'],
  [/^approvals\.note$/, 'why staff approved or rejected a change of a business'],
  [/^refusal_counts\.reason$/, 'a code, counted by the quarter hour'],
]
const LOOKS_PERSONAL =
  /user|email|phone|display|locale|consumer|(^|_)(lat|lng|latitude|longitude)|note|reason|body|response|address|person|customer|actor|subject/

test('every column that may be about a user is exported, or has a reason', async () => {
  const shown = new Set([...SECTIONS.map(({ table }) => table), 'users', 'audit_log'])
  const columns = (await listColumns())
    .filter(({ table, column }) => LOOKS_PERSONAL.test(column) && !shown.has(table))
    .map(({ table, column }) => `${table}.${column}`)
  expect(columns.filter((column) => !NOT_OF_USERS.some(([known]) => known.test(column)))).toEqual([])
})

test('the page for privacy officers names every table with rows of users', async () => {
  const page = await readFile('docs/privacy.md', 'utf8')
  for (const { name, table } of SECTIONS) {
    expect(page).toContain(`\`${table}\``)
    expect(page).toContain(`\`${name}\``)
  }
})

test('an export has every column of every section, and nothing of another user', async () => {
  const { text, document } = await exported(mei)
  const columns = await listColumns()
  for (const { name, table, omits = {} } of SECTIONS) {
    expect(document[name], name).not.toHaveLength(0)
    for (const { column } of columns.filter((one) => one.table === table))
      expect(propertyName(column) in document[name][0], `${table}.${column}`).toBe(!(column in omits))
  }
  expect(document.user).toMatchObject({ email: `${MEI.name}@mail.example`, phone: MEI.name })
  expect(document.archivedRedemptions).toHaveLength(2)
  expect(document.auditEntries.map(({ action }: { action: string }) => action)).toContain('redemption.review')
  expect(text).toContain(String(MEI.latitude))
  for (const other of [LIM.name, String(LIM.latitude), lim.userId, 'reviewedBy"'])
    expect(text).not.toContain(other)
})

test('interrupted after the archives: the user is still found, and the ledger is exact', async () => {
  let begun = 0
  const killed = new Proxy(db, {
    get(target, name) {
      if (name !== 'begin') return Reflect.get(target, name)
      return async (...args: [never]) => {
        begun += 1
        // The first transaction takes the lock, the second anonymizes, the third deletes the rest.
        if (begun === 3) throw new Error('killed')
        return target.begin(...args)
      }
    },
  })
  await expect(erase(mei, killed)).rejects.toThrow('killed')
  expect(await findPerson(db, mei.partnerId, { externalUserId: MEI.name })).toMatchObject({
    userId: mei.userId,
  })
  expect(await listErasures(mei)).toEqual([])
  await scene.expectExact()
})

test('erased: the remaining rows end with their retention; the audit log proves the erasure with ids and checksums', async () => {
  const ofLim = await placesWith(LIM)
  const archivedOfLim = (await exported(lim)).document.archivedRedemptions
  const erasure = await erase(mei)
  expect(erasure).toMatchObject({
    ...{ userId: mei.userId, anonymized: false },
    removed: {
      externalId: true,
      favorites: 1,
      notes: 2,
      redemptions: 2,
      positions: 2,
      voidReasons: 1,
      reviewNotes: 1,
    },
    archives: [{ month: '2024-12', rows: 2 }],
  })
  expect(await placesWith(MEI)).toEqual(['events', 'idempotency_keys', 'request_log'])
  expect(await placesWith(LIM)).toEqual(ofLim)
  expect((await exported(lim)).document.archivedRedemptions).toEqual(archivedOfLim)
  expect(archivedOfLim).toContainEqual(
    expect.objectContaining({ reviewNote: `${LIM.name} was "there",\nalone` }),
  )
  const [manifest, [month]] = [await readManifest(), await db`select sha256 from archived_months`]
  const [file] = erasure.archives
  expect([manifest.sha256, month?.sha256, (await stat(CSV)).mode & 0o777]).toEqual([
    file?.after,
    file?.after,
    0o600,
  ])
  expect(manifest.rewritten).toMatchObject([
    { reason: 'personal data erased', userId: mei.userId, rows: 2, from: file?.before, to: file?.after },
  ])
  expect(await listErasures(mei)).toMatchObject([
    {
      actorKind: 'cli',
      after: { partnerId: mei.partnerId, ...erasure.removed, archives: erasure.archives },
    },
  ])
  await scene.expectExact()
})

test('erased again: nothing changes', async () => {
  const before = [await readFile(CSV), await readFile(MANIFEST), await listErasures(mei)]
  const again = (await findPerson(db, mei.partnerId, { userId: mei.userId })) as Person
  expect(await erase(again)).toEqual({
    ...{ userId: mei.userId, anonymized: false, archives: [] },
    removed: {
      externalId: false,
      favorites: 0,
      notes: 0,
      redemptions: 0,
      positions: 0,
      voidReasons: 0,
      reviewNotes: 0,
    },
  })
  expect([await readFile(CSV), await readFile(MANIFEST), await listErasures(mei)]).toEqual(before)
})

test('after an erasure, the same external id is a new user', async () => {
  const { status, body } = await as(token(MEI.name))('GET', '/me')
  expect([status, body.id]).toEqual([200, expect.not.stringMatching(mei.userId)])
  expect((await as(token(MEI.name))('GET', '/me/redemptions')).body).toEqual([])
})

test('a user whom the partner anonymized before is erased as well, also from a file that was cut off', async () => {
  const [csv, manifest] = [await readFile(CSV), await readFile(MANIFEST)]
  await db`
    update users set email = null, display_name = null, phone = null, locale = null, country_code = null,
      anonymized_at = now()
    where id = ${lim.userId}`
  await writeFile(CSV, csv.subarray(0, csv.length - 20))
  await expect(erase(lim)).rejects.toThrow(UnusableArchive)
  await writeFile(CSV, csv)
  expect(await erase(lim)).toMatchObject({
    anonymized: false,
    removed: { voidReasons: 1 },
    archives: [{ rows: 2 }],
  })
  const [erased, finished] = [await readFile(CSV), await readManifest()]
  const announced = { ...finished, sha256: JSON.parse(String(manifest)).sha256 }

  // Simulates runs that were killed before and after the file was replaced.
  for (const found of [csv, erased]) {
    await writeFile(CSV, found)
    await writeFile(MANIFEST, JSON.stringify(announced))
    expect((await exported(lim)).document.archivedRedemptions).toHaveLength(2)
    await erase(lim)
    const { sha256, rewritten } = await readManifest()
    expect([sha256, rewritten.length, rewritten.at(-1).to]).toEqual([finished.sha256, 2, finished.sha256])
    expect(await readFile(CSV)).toEqual(erased)
  }
  // Simulates a run that ended before the database recorded either rewrite.
  await db`update archived_months set sha256 = ${finished.rewritten[0].from}`
  await erase(lim)
  expect(await db`select sha256 from archived_months`).toEqual([{ sha256: finished.sha256 }])
  await scene.expectExact()
})

// biome-ignore lint/suspicious/noExplicitAny: as above
const readManifest = async (): Promise<any> => JSON.parse(await readFile(MANIFEST, 'utf8'))
const listErasures = ({ userId }: Person) =>
  db`select * from audit_log where target = ${`user:${userId}`} and action = 'user.erase'`
