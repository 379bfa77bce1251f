import { expect, test } from 'vitest'
import { chainAudit } from '../../src/domain/audit/chain/chain-entries.ts'
import { createCommandHarness } from './command.ts'

const { admin, command, db, deps } = await createCommandHarness()
const { id: staffId } = (
  await admin('POST', '/admin/staff', { email: 'aina@kopi.example', name: 'Aina Rahman', role: 'support' })
).body
await admin('POST', '/admin/keys', { name: 'Till', role: 'admin' })
await chainAudit(deps)
const [head] = await db<{ place: string }[]>`
  select position || ':' || encode(hash, 'hex') as place from audit_chain order by position desc limit 1`
const place = head?.place ?? ''

test('exit code 0: prints the newest position and hash, which --expect takes', async () => {
  const { code, stdout } = await command('verify-audit', '--expect', place)
  expect([code, stdout]).toEqual([
    0,
    [
      'The audit log is as it was written.',
      `newest position and hash: ${place}`,
      'entries that are not chained yet: 0',
      'entries with erased texts: 0',
      '',
    ].join('\n'),
  ])
})

test.each([
  [
    ['verify-audit', '--expect', '12'],
    '--expect 12 is not a position and a hash: write it as verify-audit prints it',
  ],
  [['erase-audit'], 'give either --staff or --entry'],
  [['erase-audit', '--entry', 'x'], '--entry x is not an id'],
])('exit code 2: %j', async (args, message) => {
  const { code, stderr } = await command(...args)
  expect([code, stderr]).toEqual([2, `counterfoil: ${message}\n`])
})

test('exit code 0: erased, not altered', async () => {
  const erasure = await command('erase-audit', '--staff', staffId, '--yes')
  expect([erasure.code, erasure.stdout]).toEqual([0, 'erased texts: 1\nentries that they belong to: 1\n'])
  const { code, json } = await command('verify-audit', '--json', '--expect', place)
  expect([code, json]).toMatchObject([0, { isClean: true, erased: 1, unchained: 1, misfit: null }])
})

test('exit code 3: names the first entry that does not fit', async () => {
  const [entry] = await db<{ id: string }[]>`select entry_id as id from audit_chain where position = 2`
  await db.begin((tx) =>
    tx.unsafe(
      `set local session_replication_role = replica; update audit_log set action = 'x' where id = '${entry?.id}'`,
    ),
  )
  const { code, stdout } = await command('verify-audit')
  expect(code).toBe(3)
  expect(stdout).toContain(`altered: position 2, entry ${entry?.id}: `)
  expect((await command('verify-audit', '--json')).json).toMatchObject({
    isClean: false,
    misfit: { kind: 'altered', position: 2, entryId: entry?.id },
  })
})
