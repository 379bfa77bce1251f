import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { connect } from '../../src/platform/database/db.ts'
import { type Ran, run } from '../cli/command.ts'
import { listeningAt, type Node, spawnNode, untilUp } from '../support/process.ts'
import { newSecretsKey, openDatabases } from './empty-database.ts'
import { ADMIN_KEY, callAdmin, openShop, PIN, publishVoucher } from './shop.ts'

vi.setConfig({ testTimeout: 240_000 })

const { migratedDatabase } = await openDatabases()
type Env = Record<string, string>

/** The status of a redemption: 201 only if the node knows the token, the partner and the PIN. */
async function redeem(node: Node, token: string, voucherId: string, outletId: string): Promise<number> {
  const response = await fetch(`${listeningAt(node)}/me/redemptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ voucherId, outletId, pin: PIN }),
  })
  await response.arrayBuffer()
  return response.status
}

async function stop(...nodes: Node[]): Promise<void> {
  for (const node of nodes) node.child.kill('SIGTERM')
  expect(await Promise.all(nodes.map(({ exited }) => exited))).toEqual(nodes.map(() => 0))
}

async function restart(node: Node, env: Env): Promise<Node> {
  await stop(node)
  return untilUp(spawnNode(env))
}

async function leftovers(node: Node): Promise<string[]> {
  const response = await fetch(`${listeningAt(node)}/metrics`, {
    headers: { authorization: `Bearer ${ADMIN_KEY}` },
  })
  return (await response.text()).split('\n').filter((line) => line.startsWith('counterfoil_secrets_key'))
}

test('two nodes move to a new SECRETS_KEY one by one: every redemption succeeds on both, then the old key is gone', async () => {
  const before = await migratedDatabase()
  const both = { ...before, SECRETS_KEY: newSecretsKey(), SECRETS_KEY_PREVIOUS: before.SECRETS_KEY as string }
  const after = { ...before, SECRETS_KEY: both.SECRETS_KEY }
  let [one, two] = [await untilUp(spawnNode(before)), await untilUp(spawnNode(before))]
  const shop = await openShop(listeningAt(one))
  const offer = { title: 'Kopi', redemptionCount: 3 }
  const voucherId = await publishVoucher(listeningAt(one), shop, offer)
  const served = async () => {
    const token = shop.mint(randomUUID())
    return [
      await redeem(one, token, voucherId, shop.outletId),
      await redeem(two, token, voucherId, shop.outletId),
    ]
  }
  expect(await served()).toEqual([201, 201])

  // The first node has both keys. It must not write anything that the second cannot read.
  one = await restart(one, both)
  const { id } = await callAdmin(listeningAt(one), `/admin/merchants/${shop.merchantId}/outlets`, {
    ...{ name: 'New', addressLine: '2 Market Street', city: 'Ipoh', countryCode: 'MY', pin: PIN },
  })
  expect(await redeem(two, shop.mint(randomUUID()), voucherId, id)).toBe(201)
  expect(await served()).toEqual([201, 201])
  const early = await run(both, ['secrets', 'rotate'])
  expect([early.code, early.stderr]).toEqual([
    1,
    expect.stringMatching(/^counterfoil: These nodes do not have the new key yet: .+nothing was changed\n$/),
  ])
  expect((await run(both, ['secrets', 'status'])).stdout).toContain('Both keys are set')

  two = await restart(two, both)
  expect(await served()).toEqual([201, 201])
  // Two rotations run at once: the second finds nothing left to do.
  const rotations = await Promise.all([
    run(both, ['secrets', 'rotate', '--json']),
    run(both, ['secrets', 'rotate', '--json']),
  ])
  expect(rotations.map(({ code }) => code)).toEqual([0, 0])
  const sum = (of: (ran: Ran) => number) => rotations.map(of).reduce((a, b) => a + b)
  expect(sum(({ json }) => json.reencrypted)).toBe(1)
  expect(sum(({ json }) => Number(json.switched))).toBe(1)
  expect(await leftovers(one)).toEqual([
    'counterfoil_secrets_key_leftovers{kind="partner_secret"} 0',
    'counterfoil_secrets_key_leftovers{kind="authenticator"} 0',
    'counterfoil_secrets_key_leftovers{kind="alert_destination"} 0',
    'counterfoil_secrets_key_leftovers{kind="pin"} 2',
  ])
  const tooEarly = spawnNode(after)
  expect(await tooEarly.exited).toBe(78)
  expect(tooEarly.output()).toMatch(
    /SECRETS_KEY_PREVIOUS is still needed for 0 partner secrets, 0 authenticator apps and 2 PINs: .+\n$/,
  )

  // A PIN gets a hash by the new key when it is used. Both nodes accept it: one by the new hash, one by the old hash in memory.
  const version = async () => (await db`select version from catalog_version`)[0]
  const db = await connect(before.DATABASE_URL as string, { max: 1 })
  const announced = await version()
  expect(await served()).toEqual([201, 201])
  await expect.poll(() => leftovers(two)).toContain('counterfoil_secrets_key_leftovers{kind="pin"} 1')
  expect(await served()).toEqual([201, 201])
  expect(await version()).toEqual(announced)
  expect((await run(both, ['secrets', 'status'])).stdout).toMatch(/Shop +New +\w+-/)
  expect(await redeem(two, shop.mint(randomUUID()), voucherId, id)).toBe(201)
  await expect.poll(() => leftovers(one)).toContain('counterfoil_secrets_key_leftovers{kind="pin"} 0')
  expect((await run(both, ['secrets', 'status'])).stdout).toContain('remove SECRETS_KEY_PREVIOUS')
  await db.end()

  one = await restart(one, after)
  expect(await served()).toEqual([201, 201])
  two = await restart(two, after)
  expect(await served()).toEqual([201, 201])
  const former = spawnNode(before)
  expect(await former.exited).toBe(78)
  expect(former.output()).toMatch(/^counterfoil: SECRETS_KEY is the former key of this database.+\n$/)
  await stop(one, two)
})

test('a SECRETS_KEY_PREVIOUS that is not the old key: one line, before and after the rotation', async () => {
  const before = await migratedDatabase()
  await stop(await untilUp(spawnNode(before)))
  const wrong = spawnNode({ ...before, SECRETS_KEY: newSecretsKey(), SECRETS_KEY_PREVIOUS: newSecretsKey() })
  expect(await wrong.exited).toBe(78)
  expect(wrong.output()).toMatch(/^counterfoil: SECRETS_KEY_PREVIOUS is not the key of this database: .+\n$/)
  const useless = spawnNode({ ...before, SECRETS_KEY_PREVIOUS: newSecretsKey() })
  expect(await useless.exited).toBe(78)
  expect(useless.output()).toMatch(/^counterfoil: SECRETS_KEY_PREVIOUS is not the former key .+\n$/)
})

test('a node that does not know the new key stops being ready', async () => {
  const before = await migratedDatabase()
  const node = await untilUp(spawnNode(before))
  const db = await connect(before.DATABASE_URL as string, { max: 1 })
  // Changes the key directly, as if the rotation had not seen this node.
  await db`update installation set former_key_check = secrets_key_check, secrets_key_check = ${Buffer.alloc(32)}`
  expect((await fetch(`${listeningAt(node)}/readyz`)).status).toBe(503)
  await db.end()
  await stop(node)
})
