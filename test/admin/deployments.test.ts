import { expect, test } from 'vitest'
import { heldToContract } from '../support/conformity.ts'
import { createHarness } from '../support/harness.ts'
import { openTwin } from '../support/sandbox-scene.ts'
import { signedCalls } from '../support/signing.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { clock, served } = harness
const admin = heldToContract(served, harness.admin)
const bank = await onboardIssuer(harness)
const call = (await signedCalls(harness))(bank.partner)
const DAY_MS = 24 * 3_600_000

const keyOf = async (partnerId: string) =>
  heldToContract(
    served,
    harness.as((await admin('POST', '/admin/keys', { name: 'CI', role: 'partner', partnerId })).body.key),
  )
const deploy = (by: typeof admin, id: string, name: string) =>
  by('POST', `/admin/partners/${id}/deployments`, { name })
const newOf = async (by: typeof admin) =>
  (await by('GET', '/admin/requests?newSinceDeployment=true')).body.items.map(
    ({ route, code, reason }: Record<string, string>) => code ?? `${route} ${reason}`,
  )

const failOnce = {
  validation: () => call('POST', '/integrations/users', { externalUserId: 4 }),
  unknownUser: () => call('DELETE', '/integrations/users/nobody'),
  unknownField: () => call('POST', '/integrations/users', { externalUserId: 'mei', emial: 'x' }),
}

test('new is a route with a code that was not seen in the 7 days before the deployment', async () => {
  const own = await keyOf(bank.id)
  await failOnce.validation()
  clock.advance(8 * DAY_MS)
  await failOnce.unknownUser()
  expect(await newOf(own)).toEqual([])
  clock.advance(1000)
  const { status, body } = await deploy(own, bank.id, 'backend 4.2.0')
  expect([status, body.name, body.at]).toEqual([201, 'backend 4.2.0', clock.now.toISOString()])
  clock.advance(1000)
  for (const fail of Object.values(failOnce)) await fail()
  const expected = ['/integrations/users ignored unknown fields: emial', 'validation_failed']
  expect((await newOf(own)).toSorted()).toEqual(expected)
  expect((await newOf(admin)).toSorted()).toEqual(expected)

  // What was seen before the deployment stays known after the log has dropped it.
  clock.advance(6 * DAY_MS)
  await harness.db`delete from request_log where at < ${new Date(clock.now.getTime() - 5 * DAY_MS)}`
  await failOnce.unknownUser()
  expect(await newOf(own)).toEqual([])
})

test('a partner records deployments for itself and its twin, each with its own; in words in the audit log', async () => {
  const twin = await openTwin(harness)
  const own = await keyOf(twin.live.id)
  expect((await deploy(own, twin.partner.id, 'sandbox 1')).status).toBe(201)
  expect((await deploy(own, bank.id, 'not mine')).body.error).toBe('not_found')
  expect(
    (
      await harness.as(twin.partner.apiKey)('POST', `/admin/partners/${twin.live.id}/deployments`, {
        name: 'x',
      })
    ).status,
  ).toBe(404)
  clock.advance(1000)
  await twin.call('DELETE', '/integrations/users/nobody')
  expect(await newOf(own)).toEqual(['user_not_found'])
  const [entry] = (await admin('GET', `/admin/audit?target=partner:${twin.partner.id}`)).body.items
  expect(entry.summary).toBe('Deployment “sandbox 1” recorded')
})

test('the last 20 deployments are kept, newest first', async () => {
  const { id } = await onboardIssuer(harness)
  for (let i = 1; i <= 22; i += 1) {
    clock.advance(1000)
    await deploy(admin, id, `build ${i}`)
  }
  const { items } = (await admin('GET', `/admin/partners/${id}/deployments`)).body
  expect([items.length, items[0].name, items.at(-1).name]).toEqual([20, 'build 22', 'build 3'])
})
