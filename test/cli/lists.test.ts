import { readdir, rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { openMarket } from '../support/market.ts'
import { createCommandHarness, run } from './command.ts'

const { admin, command } = await createCommandHarness()
const market = openMarket(admin)
const shop = await market.shop({ name: 'Kopi Corner', slug: 'kopi-corner' })
const voucher = await market.offer(shop.id, { title: '{b}Free{/b} kopi' })

test('merchant list and voucher list give the ids that imports need; titles are without markup', async () => {
  const merchants = await command('merchant', 'list', '--q', 'kopi')
  expect(merchants.stdout).toMatch(new RegExp(`^${shop.id} +kopi-corner +active +\\w+ +Kopi Corner$`, 'm'))
  const vouchers = await command('voucher', 'list', '--merchant', 'kopi-corner')
  expect(vouchers.stdout).toMatch(new RegExp(`^${voucher.id} +PUBLISHED +\\w+ +Free kopi$`, 'm'))
  expect((await command('voucher', 'list', '--merchant', shop.id, '--json')).json.items).toHaveLength(1)
  const unknown = await command('voucher', 'list', '--merchant', 'nobody')
  expect([unknown.code, unknown.stderr]).toEqual([
    3,
    'counterfoil: validation_failed: --merchant is not the id or slug of a merchant\n',
  ])
})

test('voucher schedule sets both times, and removes what is left out; wrong times name their flag', async () => {
  const draft = await market.draft(shop.id)
  const set = await command('voucher', 'schedule', draft.id, '--publish-at', '2099-12-01T09:00+08:00')
  expect(set.stdout).toContain('2099-12-01T01:00:00.000Z')
  const removed = await command('voucher', 'schedule', draft.id, '--json')
  expect(removed.json).toMatchObject({ publishAt: null, unpublishAt: null })
  const wrong = await command('voucher', 'schedule', draft.id, '--publish-at', 'tomorrow')
  expect([wrong.code, wrong.stderr]).toEqual([3, expect.stringContaining('--publish-at is not a time')])
  expect((await command('voucher', 'schedule', 'none')).stderr).toContain('not_found')
})

test('exit code 2: a list in a folder without a database creates none, and says what to do', async () => {
  const folder = await temporaryFolder('empty')
  const { code, stderr } = await run({ DATA_DIR: folder }, ['key', 'list'])
  expect([code, stderr]).toEqual([2, expect.stringContaining(`there is no database in ${folder}`)])
  expect(await readdir(folder)).toEqual([])
  await rm(folder, { recursive: true })
})

test('errors name the flags, and point to the help of their command', async () => {
  const { stderr: role } = await command('key', 'create', '--name', 'Till', '--role', 'merchant')
  expect(role).toBe('counterfoil: validation_failed: --role merchant needs --merchant <id|slug>\n')
  const { stderr: extra } = await command(
    'key',
    'create',
    '--name',
    'x',
    '--role',
    'admin',
    '--partner',
    'acme',
  )
  expect(extra).toContain('--role admin takes no --partner')
  const past = ['--name', 'x', '--role', 'admin', '--expires', '2020-01-31']
  const { stderr: ended } = await command('key', 'create', ...past)
  expect(ended).toBe('counterfoil: validation_failed: --expires must be in the future\n')
  const { stderr: slug } = await command('partner', 'create', '--slug', 'Not A Slug')
  expect(slug).toContain('--slug must be')
  expect(slug).toContain('--display-name ')
  const { stderr: usage } = await command('key', 'create', '--name', 'x')
  expect(usage).toContain('run "counterfoil key create --help" for help')
})
