import { expect, test } from 'vitest'
import { createCommandHarness } from './command.ts'

const { admin, command, db } = await createCommandHarness()
const createKey = async () => (await admin('POST', '/admin/keys', { name: 'x', role: 'support' })).status

/** The command changes the database; this node follows. */
async function statusBecomes(expected: number): Promise<void> {
  const giveUpAt = performance.now() + 2_000
  while ((await createKey()) !== expected && performance.now() < giveUpAt)
    await new Promise((resolve) => setTimeout(resolve, 20))
  expect(await createKey()).toBe(expected)
}

test('on, status and off: the running node follows, and the audit log says that a command did it', async () => {
  expect((await command('maintenance', 'status')).stdout).toBe('Maintenance is off.\n')
  const startedAt = Date.now()
  const on = await command('maintenance', 'on', '--until', '30m', '--message', 'We are moving.')
  expect([on.code, on.stdout]).toEqual([
    0,
    expect.stringMatching(/^Maintenance is on\.\n\nsince +20.+\nuntil +20/),
  ])
  await statusBecomes(503)
  const { json } = await command('maintenance', 'status', '--json')
  expect(json).toMatchObject({ isOn: true, message: 'We are moving.', startedBy: 'counterfoil command' })
  const minutes = (Date.parse(json.until) - startedAt) / 60_000
  expect(minutes).toBeGreaterThanOrEqual(30)
  expect(minutes).toBeLessThan(31)
  expect((await command('maintenance', 'off')).stdout).toBe('Maintenance is off.\n')
  await statusBecomes(201)
  expect((await command('maintenance', 'off', '--json')).json).toEqual({ isOn: false, wasOn: false })
  const audits =
    await db`select actor_kind, action from audit_log where action like 'maintenance.%' order by id`
  expect(audits).toEqual([
    { actorKind: 'cli', action: 'maintenance.on' },
    { actorKind: 'cli', action: 'maintenance.off' },
  ])
})

test.each([
  [['--until', 'tomorrow'], 2, /^counterfoil: --until tomorrow: give a duration such as 30m/],
  [
    ['--until', '2020-01-01T00:00:00Z'],
    3,
    /^counterfoil: validation_failed: --until must be in the future\n$/,
  ],
  [
    ['--message', '1'.repeat(201)],
    3,
    /^counterfoil: validation_failed: --message must have at most 200 char/,
  ],
])('refused, and nothing changes: %j', async (options, code, said) => {
  const ran = await command('maintenance', 'on', ...options)
  expect([ran.code, ran.stderr]).toEqual([code, expect.stringMatching(said)])
  expect(await createKey()).toBe(201)
})
