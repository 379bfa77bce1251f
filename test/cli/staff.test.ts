import { expect, test } from 'vitest'
import { createCommandHarness } from './command.ts'

const { admin, as, command, db } = await createCommandHarness()
const PERSON = ['--email', 'aina@kopi.example', '--name', 'Aina Rahman']
const accept = (url: string, password: string) =>
  as(undefined)('POST', '/session/invite', { token: url.split('/console/#invite=')[1], password })

test('staff invite and reset: each link works once; the audit log names the command', async () => {
  const invited = await command('staff', 'invite', ...PERSON, '--role', 'support', '--json')
  expect([invited.code, invited.json.role]).toEqual([0, 'support'])
  expect((await accept(invited.json.url, 'seven quiet kettles sing')).status).toBe(201)
  expect((await accept(invited.json.url, 'seven quiet kettles sing')).status).toBe(401)

  const reset = await command('staff', 'reset', '--email', 'AINA@kopi.example')
  expect(reset.code).toBe(0)
  const url = /link +(\S+)/.exec(reset.stdout)?.[1] as string
  expect((await accept(url, 'eight loud kettles hum')).status).toBe(201)
  const entries = await db`select action from audit_log where actor_kind = 'cli' order by id`
  expect(entries.map(({ action }) => action)).toEqual(['staff.create', 'staff.invite', 'staff.reset'])
})

test('exit code 3: a taken address, the role merchant without a merchant, an unknown address; nobody is added', async () => {
  const before = (await admin('GET', '/admin/staff')).body
  for (const [args, said] of [
    [['invite', ...PERSON, '--role', 'admin'], /e-mail/],
    [
      ['invite', '--email', 'lim@kopi.example', '--name', 'Lim', '--role', 'merchant'],
      /--role merchant needs --merchant/,
    ],
    [['reset', '--email', 'nobody@kopi.example'], /nobody@kopi\.example/],
  ] as const) {
    const refused = await command('staff', ...args)
    expect([refused.code, refused.stdout]).toEqual([3, ''])
    expect(refused.stderr).toMatch(said)
  }
  expect((await admin('GET', '/admin/staff')).body).toEqual(before)
})
