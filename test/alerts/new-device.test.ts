import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { OWN, openStaffScene, withCookie } from '../support/staff-scene.ts'

const harness = await createHarness()
const { admin, clock } = harness
const { member, signIn } = openStaffScene(harness)
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const notices = async () => {
  const { items } = (await admin('GET', '/admin/alerts')).body
  return items.filter(({ kind }: { kind: string }) => kind === 'NEW_DEVICE')
}

test('NEW_DEVICE: an admin who signs in on a device for the first time, and nobody else', async () => {
  const boss = await member({ role: 'admin', name: 'Aina Rahman' })
  const other = await member({ role: 'admin', name: 'Adam' })
  const before = await notices()
  expect(before).toHaveLength(2)
  expect((await signIn(boss.email, undefined, withCookie(boss.device))).status).toBe(201)
  expect(await notices()).toEqual(before)

  clock.advance(1000)
  const headers = { ...OWN, 'user-agent': FIREFOX, cookie: other.device } // The device of somebody else.
  expect((await signIn(boss.email, undefined, headers)).status).toBe(201)
  expect((await notices())[0]).toMatchObject({
    message: 'Aina Rahman, an admin, signed in on a device for the first time: Firefox on Linux',
    subject: { type: 'staff', id: boss.id, name: 'Aina Rahman' },
    since: clock.now.toISOString(),
  })
  expect(await notices()).toHaveLength(3)

  const supporter = await member({ role: 'support' })
  await signIn(supporter.email)
  expect(await notices()).toHaveLength(3)
})
