import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createCell } from '../../src/process/installation/create-cell.ts'
import { startMove } from '../../src/process/moves/start-move.ts'
import { openMarket } from '../support/market.ts'
import { createCommandHarness, run } from './command.ts'

const { admin, command, deps, env } = await createCommandHarness()
const market = openMarket(admin)
const OUTLET = { name: 'With a PIN', addressLine: '4 Jalan', city: 'KL', countryCode: 'MY' }
const kopi = await market.shop({ name: 'Kopi Corner', slug: 'kopi-corner' })
await createCell(deps, 'east')
await deps.cells.follow()
const east = await deps.cells.forNewMerchant()
const eastDatabase = new URL(east.db.url).pathname.slice(1)
afterAll(() => deps.homeDb.unsafe(`drop database ${eastDatabase} with (force)`))

async function file(name: string, text: string): Promise<string> {
  const path = join(deps.config.dataDir, name)
  await writeFile(path, text)
  return path
}

test('merchant import adds to the newest cell, and outlet import to the cell of each merchant', async () => {
  const merchants = await file(
    'merchants.csv',
    'name,slug,category\nTeh Tarik,teh-tarik,F_AND_B\nCopy,kopi-corner,F_AND_B\n',
  )
  for (const options of [['--dry-run'], []]) {
    const { json } = await command('merchant', 'import', merchants, '--json', ...options)
    expect(json.rows.map(({ status }: { status: string }) => status)).toEqual(['added', 'exists'])
  }
  const columns = 'merchant,name,addressLine,city,countryCode'
  const outlets = await file(
    'outlets.csv',
    `${columns}\nteh-tarik,First,1 Jalan,KL,MY\nkopi-corner,Second,2 Jalan,KL,MY\nnobody,Third,3 Jalan,KL,MY\n`,
  )
  for (const status of ['added', 'exists']) {
    const { json } = await command('outlet', 'import', outlets, '--json')
    expect(json.rows.map((row: { status: string }) => row.status)).toEqual([status, status, 'rejected'])
  }
  const namesIn = async ({ db }: typeof east) => (await db`select name from outlets`).map(({ name }) => name)
  expect([await namesIn(deps), await namesIn(east)]).toEqual([expect.arrayContaining(['Second']), ['First']])
})

test('lists, schedules, pools and owners of keys reach merchants of all cells', async () => {
  const merchants = await command('merchant', 'list', '--json')
  expect(merchants.json.items.map(({ slug }: { slug: string }) => slug)).toEqual(['teh-tarik', 'kopi-corner'])
  const teh = merchants.json.items[0]
  const voucher = await market.draft(teh.id, { codeSource: 'MANUAL' })
  const vouchers = await command('voucher', 'list', '--merchant', 'teh-tarik', '--json')
  expect(vouchers.json.items.map(({ id }: { id: string }) => id)).toEqual([voucher.id])
  expect((await command('voucher', 'list', '--merchant', kopi.slug, '--json')).json.items).toEqual([])
  const at = '2099-12-01T01:00:00.000Z'
  const scheduled = await command('voucher', 'schedule', voucher.id, '--publish-at', at, '--json')
  expect(scheduled.json.publishAt).toBe(at)
  const pool = await command('codes', 'import', voucher.id, await file('codes.txt', 'A-1\nA-2\n'), '--json')
  expect(pool.json.added).toBe(2)
  const owner = ['--role', 'merchant', '--merchant', 'teh-tarik', '--merchant', kopi.id]
  const key = await command('key', 'create', '--name', 'Till', ...owner, '--json')
  expect(key.json.merchantIds).toEqual([teh.id, kopi.id])
})

test('cells move: a merchant goes to another cell and back; nothing else changes', async () => {
  const unknown = await command('cells', 'move', '--merchant', kopi.slug, '--to', 'west')
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('--to west is not a cell')])
  expect((await command('cells', 'move', '--merchant', kopi.slug)).code).toBe(2)
  const moved = await command('cells', 'move', '--merchant', kopi.slug, '--to', 'east')
  expect(moved.stdout).toBe('The merchant lives in east now.\n')
  expect((await command('cells', 'move', '--merchant', kopi.slug, '--to', 'east')).stdout).toBe(
    'Nothing to do.\n',
  )
  const back = await command('cells', 'move', '--merchant', kopi.id, '--to', 'home', '--json')
  expect(back.json).toMatchObject({ merchantId: kopi.id, from: 'east', to: 'home', isAborted: false })
  expect((await command('cells', 'move', '--abort')).stdout).toBe('Nothing to do.\n')
})

test('cells list: a move, and a cell that is down', async () => {
  const listed = async () => (await command('cells', 'list')).stdout
  expect(await listed()).toMatch(/^name +merchants +size\nhome +\d+ +\d+ MiB\neast +\d+ +\d+ MiB\n$/)
  await startMove(deps, kopi.id, 'east')
  expect(await listed()).toContain(`\nMerchant ${kopi.id} moves from home to east: `)
  await command('cells', 'move', '--abort')
  await deps.homeDb.unsafe(`alter database ${eastDatabase} allow_connections false`)
  expect(await listed()).toMatch(/\neast +- +cannot be reached\n$/)
  const { json } = await command('cells', 'list', '--json')
  expect(json).toMatchObject({
    items: [{ isReachable: true }, { name: 'east', isReachable: false }],
    move: null,
  })
  await deps.homeDb.unsafe(`alter database ${eastDatabase} allow_connections true`)
})

test('support-bundle: files about each cell', async () => {
  const output = join(deps.config.dataDir, 'support.tar.gz')
  const { json } = await command('support-bundle', '--output', output, '--json')
  const ofEast = ['database.json', 'tables.json', 'migrations.json'].map((file) => `cells/east/${file}`)
  const [root] = json.files[0].split('/')
  expect(json.files).toEqual(
    expect.arrayContaining(['cells.json', ...ofEast].map((file) => `${root}/${file}`)),
  )
  const read = (file: string) =>
    JSON.parse(execFileSync('tar', ['-xzOf', output, `${root}/${file}`]).toString())
  const redemptions = expect.objectContaining({ table: 'redemptions' })
  expect([read('cells/east/tables.json').partitions, read('tables.json').partitions]).toEqual([
    expect.arrayContaining([redemptions]),
    expect.arrayContaining([redemptions]),
  ])
  const aborted = expect.objectContaining({ merchantId: kopi.id, isAborted: true })
  expect(read('cells.json').moves).toContainEqual(aborted)
})

test('verify-audit and erase-audit: each cell has its own chain; an entry is erased where it is', async () => {
  const [entry] = await east.db`select id from audit_log where action = 'merchant.create'`
  const erased = await command('erase-audit', '--entry', entry.id, '--yes', '--json')
  expect(erased.json).toMatchObject({ entries: 1 })
  const here = await command('verify-audit', '--cell', 'east', '--json')
  expect(here.json).toMatchObject({ isClean: true, erased: 1, unchained: expect.any(Number) })
  const home = await command('verify-audit', '--json')
  expect(home.json).toMatchObject({ isClean: true, erased: 0 })
  expect(home.stderr).toContain('each cell has its own')
  const unknown = await command('verify-audit', '--cell', 'north')
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('--cell north is not a cell')])
})

test('archive --cell: a cell has its own months, and its own folder', async () => {
  const folder = join(deps.config.dataDir, 'archive')
  const { code, stderr } = await command('archive', '--before', '2020-01', '--to', folder, '--cell', 'east')
  expect([code, stderr]).toEqual([3, expect.stringContaining('there are no whole months before 2020-01')])
  expect(await readdir(folder)).toEqual(['east'])
})

test('secrets: PINs of all cells count as left over', async () => {
  await admin('POST', `/admin/merchants/${kopi.id}/outlets`, { ...OUTLET, pin: '4711' })
  const teh = (await command('merchant', 'list', '--q', 'teh', '--json')).json.items[0]
  await admin('POST', `/admin/merchants/${teh.id}/outlets`, { ...OUTLET, pin: '4711' })
  const keys = {
    SECRETS_KEY: randomBytes(32).toString('base64'),
    SECRETS_KEY_PREVIOUS: env.SECRETS_KEY as string,
  }
  const withPins = async ({ db }: typeof east) =>
    (await db`select from outlets where pin_hash is not null`).length
  const pins = (await withPins(deps)) + (await withPins(east))
  const rotated = await run({ ...env, ...keys }, ['secrets', 'rotate', '--json'])
  expect(rotated.json.left.pins).toBe(pins)
  const { json } = await run({ ...env, ...keys }, ['secrets', 'status', '--json'])
  expect([json.state, json.outlets.length]).toEqual(['rotating', pins])
})
