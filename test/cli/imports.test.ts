import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { until } from '../support/process.ts'
import { createCommandHarness, startCommand } from './command.ts'

const { admin, command, db, deps, env } = await createCommandHarness()
const folder = await mkdtemp(join(tmpdir(), 'counterfoil-cli-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

/** Row counts of every table that an import writes. */
async function state() {
  const [row] = await db`
    select (select count(*) from merchants) as merchants, (select count(*) from outlets) as outlets,
      (select count(*) from audit_log) as audited, (select count(*) from merchant_sub_categories) as tags`
  return row as unknown as Record<'merchants' | 'outlets' | 'audited' | 'tags', number>
}

const statuses = ({ rows }: { rows: { line: number; status: string }[] }) =>
  rows.map(({ line, status }) => `${line} ${status}`)

await admin('PUT', '/admin/categories/F_AND_B', {
  name: 'Food & Beverage',
  subCategories: [{ name: 'Coffee' }, { name: 'Bakery' }],
})

const MERCHANTS = Buffer.concat([
  Buffer.from(`\uFEFFslug,name,category,subCategories,isNew,timezone,description\r
kopi-corner,Kopi Corner,F_AND_B,coffee; Bakery,TRUE,Asia/Kuala_Lumpur,"Since 1968,\r
""charcoal"" toast"\r
Not A Slug,x,F_AND_B,,,,\r
no-category,x,NOPE,,,,\r
kopi-corner,Again,F_AND_B,,,,\r
bad-sub,x,F_AND_B,Tea,,,\r
bad-flag,x,F_AND_B,,yes,,\r
bad-zone,x,F_AND_B,,,Mars/Phobos,\r
,,,,,,\r
\r
nul,x\0,F_AND_B,,,,\r
short,x\r
`),
  Buffer.from('latin,Caf\xe9,F_AND_B,,,,\n', 'latin1'),
  Buffer.from(
    `long,${'x'.repeat(10 * 1024 * 1024)},F_AND_B,,,,\nlast,Last,F_AND_B,,,,\n"open,Open,F_AND_B,,,,\nend,End,F_AND_B,,,,`,
  ),
])

const EXPECTED = [
  { line: 2, status: 'added' },
  { line: 4, status: 'rejected', reason: expect.stringMatching(/^slug must be 1 to 63 lower-case letters/) },
  { line: 5, status: 'rejected', reason: 'category is not a known category' },
  { line: 6, status: 'exists' },
  {
    line: 7,
    status: 'rejected',
    reason: 'subCategories contains Tea, which is not a sub-category of F_AND_B',
  },
  { line: 8, status: 'rejected', reason: 'isNew must be boolean' },
  { line: 9, status: 'rejected', reason: expect.stringMatching(/^timezone must be an IANA time zone name/) },
  { line: 12, status: 'rejected', reason: 'name contains a NUL character or half of a surrogate pair' },
  { line: 13, status: 'rejected', reason: 'has 2 fields; the header has 7' },
  { line: 14, status: 'rejected', reason: 'is not valid UTF-8' },
  { line: 15, status: 'rejected', reason: 'is longer than 64 KiB' },
  { line: 16, status: 'added' },
  { line: 17, status: 'rejected', reason: expect.stringMatching(/^has a stray quote/) },
  { line: 18, status: 'added' },
]

test('exit code 4: merchant import reports each rejected row by line; a dry run reports the same and changes nothing', async () => {
  const path = await file('merchants.csv', MERCHANTS)
  const before = await state()
  const dryRun = await command('merchant', 'import', path, '--dry-run', '--json')
  expect([dryRun.code, dryRun.json]).toEqual([
    4,
    { dryRun: true, rows: EXPECTED, totals: { added: 3, exists: 1, rejected: 10 } },
  ])
  expect(await state()).toEqual(before)
  const imported = await command('merchant', 'import', path, '--json')
  expect([imported.code, imported.json]).toEqual([4, { ...dryRun.json, dryRun: false }])
  expect(await state()).toEqual({ merchants: 3, outlets: 0, audited: before.audited + 3, tags: 2 })
  const again = await command('merchant', 'import', path)
  expect([again.code, again.stdout]).toEqual([
    4,
    expect.stringMatching(/\n0 added, 4 already existed, 10 rejected\.\n$/),
  ])
  expect(again.stdout).toMatch(
    /^ {4}line {2}status {4}reason\n {7}2 {2}exists\n {7}4 {2}rejected {2}slug must be/,
  )
  expect((await state()).merchants).toBe(3)
})

test('an imported merchant has the values of its row, and the audit log names the CLI', async () => {
  const [merchant] = (await admin('GET', '/admin/merchants?q=kopi-corner')).body.items
  expect(merchant).toMatchObject({
    name: 'Kopi Corner',
    isNew: true,
    isActive: true,
    timezone: 'Asia/Kuala_Lumpur',
    description: 'Since 1968,\r\n"charcoal" toast',
  })
  expect(merchant.subCategoryIds).toHaveLength(2)
  const audit = await admin('GET', `/admin/audit?target=merchant:${merchant.id}`)
  expect(audit.body.items).toMatchObject([{ actor: { kind: 'cli' }, action: 'merchant.create' }])
})

test('exit code 3: an unknown column, a missing column or an empty file is refused before any row is read', async () => {
  const path = await file('unknown.csv', 'name,slug,color\nx,y,z\n')
  const [json, plain] = await Promise.all([
    command('merchant', 'import', path, '--json'),
    command('merchant', 'import', await file('empty.csv', '')),
  ])
  expect([json.code, json.json.error]).toEqual([3, 'validation_failed'])
  expect(json.json.issues.map(({ path }: { path: string }) => path)).toEqual(['/color', '/category'])
  expect([plain.code, plain.stdout, plain.stderr]).toEqual([
    3,
    '',
    'counterfoil: validation_failed: the file is empty: its first line must name the columns\n',
  ])
})

const OUTLETS = `merchant,name,addressLine,city,countryCode,latitude,longitude,pin
kopi-corner,Suria,"Lot 241, Suria KLCC",Kuala Lumpur,my,3.1579,101.7116,0042
kopi-corner,Suria,elsewhere,Kuala Lumpur,MY,,,
last,Suria,Lot 1,Kuala Lumpur,MY,,,
nobody,Suria,Lot 1,Kuala Lumpur,MY,,,
,Suria,Lot 1,Kuala Lumpur,MY,,,
kopi-corner,Half,Lot 1,Kuala Lumpur,MY,3.1,,
kopi-corner,Far,Lot 1,Kuala Lumpur,MY,91,0,
kopi-corner,Pinned,Lot 1,Kuala Lumpur,MY,,,98761
kopi-corner,Quoted,Lot 1,Kuala Lumpur,MY,,,98"762
`

test('exit code 4: outlet import finds duplicates by merchant and name; PINs work and are never printed or logged', async () => {
  const path = await file('outlets.csv', OUTLETS)
  const before = await state()
  const dryRun = await command('outlet', 'import', path, '--dry-run', '--json')
  expect(await state()).toEqual(before)
  const imported = await command('outlet', 'import', path, '--json')
  expect(imported.json).toEqual({ ...dryRun.json, dryRun: false })
  expect(statuses(imported.json)).toEqual([
    '2 added',
    '3 exists',
    '4 added',
    ...[5, 6, 7, 8, 9, 10].map((line) => `${line} rejected`),
  ])
  expect(imported.json.rows.slice(3).map(({ reason }: { reason: string }) => reason)).toEqual([
    'merchant is not the slug of a known merchant',
    'merchant is required',
    'longitude is required together with latitude',
    'latitude must be 90 or less',
    'pin must be exactly 4 digits, 0 to 9',
    expect.stringMatching(/^has a stray quote/),
  ])
  const again = await command('outlet', 'import', path)
  expect([imported.code, again.code]).toEqual([4, 4])
  expect(again.stdout).toContain('0 added, 3 already existed, 6 rejected.')
  expect((await state()).outlets).toBe(2)
  const [outlet] = await db`select * from outlets where pin_hash is not null`
  expect(outlet).toMatchObject({ countryCode: 'MY', latitude: 3.1579, addressLine: 'Lot 241, Suria KLCC' })
  expect(deps.vault.pinMatches(outlet?.id, '0042', outlet?.pinHash)).toBe(true)
  const audited = JSON.stringify(await db`select * from audit_log where action = 'outlet.create'`)
  for (const { stdout, stderr } of [dryRun, imported, again, { stdout: audited, stderr: '' }])
    expect(stdout + stderr).not.toMatch(/\b(0042|9876)\b/)
})

test('exit code 4: outlet import reads opening hours, and rejects those that overlap', async () => {
  const rows = [
    'merchant,name,addressLine,city,countryCode,openingHours',
    'kopi-corner,Night,Jalan 1,Ipoh,MY,Fr-Sa 20:00-02:00',
    'kopi-corner,Twice,Jalan 1,Ipoh,MY,"Fr 20:00-02:00; Sa 01:00-05:00"',
  ]
  const { code, json } = await command('outlet', 'import', await file('hours.csv', rows.join('\n')), '--json')
  expect([code, statuses(json)]).toEqual([4, ['2 added', '3 rejected']])
  expect(json.rows[1].reason).toContain('must not overlap: SA 01:00-05:00 and FR 20:00-02:00')
  const [outlet] = await db`select opening_hours from outlets where name = 'Night'`
  expect(outlet?.openingHours.weekly).toEqual(
    ['FR', 'SA'].map((day) => ({ day, opens: '20:00', closes: '02:00' })),
  )
})

test('exit code 130: Ctrl-C during an import keeps the added rows, and the report is complete JSON', async () => {
  const running = startCommand(env, ['merchant', 'import', '-', '--json'])
  running.child.stdin?.write('name,slug,category\nOne,int-1,F_AND_B\nTwo,int-2,F_AND_B\nThree,int-3,')
  await until(() => running.stdout().includes('"line":3'))
  running.child.kill('SIGINT')
  const { code, json, stderr } = await running.done
  expect([code, stderr]).toEqual([130, ''])
  expect([statuses(json), json.totals.added, json.error]).toEqual([['2 added', '3 added'], 2, 'interrupted'])
  const kept = await db`select slug from merchants where slug like 'int-%' order by slug`
  expect(kept.map(({ slug }) => slug)).toEqual(['int-1', 'int-2'])
})
