import { afterAll, expect, test } from 'vitest'
import { listeningAt, type Node, spawnNode, until, untilUp } from '../support/process.ts'
import { openDatabases } from './empty-database.ts'
import { ADMIN_KEY, type Body, callAdmin } from './shop.ts'

const LINES = 100_000
const nodes: Node[] = []
afterAll(async () => {
  for (const { child } of nodes) child.kill('SIGKILL')
  await Promise.all(nodes.map(({ exited }) => exited))
})
const { migratedDatabase } = await openDatabases()

async function startNode(env: Record<string, string>): Promise<Node> {
  const node = spawnNode(env)
  nodes.push(node)
  return untilUp(node)
}

test('kill -9 during an import of codes: after the next start each code is in the pool once', {
  timeout: 120_000,
}, async () => {
  const env = await migratedDatabase()
  const killed = await startNode(env)
  const at = listeningAt(killed)
  const shop = await callAdmin(at, '/admin/merchants', { name: 'Kopi', slug: 'kopi', category: 'F_AND_B' })
  const voucher = { title: 'Free kopi', codeSource: 'MANUAL' }
  const { id } = await callAdmin(at, `/admin/merchants/${shop.id}/vouchers`, voucher)
  const authorization = `Bearer ${ADMIN_KEY}`
  const get = async (origin: string, path: string): Promise<Body> =>
    (await fetch(`${origin}/admin/vouchers/${id}/${path}`, { headers: { authorization } })).json()
  const latest = async (origin: string): Promise<Body> => (await get(origin, 'code-imports')).items[0]

  const started = await fetch(`${at}/admin/vouchers/${id}/code-imports`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'text/plain' },
    body: Array.from({ length: LINES }, (_, n) => `KOPI-${n}`).join('\n'),
  })
  expect(started.status).toBe(202)
  await until(async () => (await latest(at)).done > 0)
  const { done } = await latest(at)
  killed.child.kill('SIGKILL')
  await killed.exited
  expect(done).toBeLessThan(LINES)

  const next = listeningAt(await startNode(env))
  await until(async () => (await latest(next)).state !== 'RUNNING', 60_000)
  const counts = { done: LINES, added: LINES, duplicates: 0, rejectedTotal: 0 }
  expect(await latest(next)).toMatchObject({ state: 'DONE', ...counts })
  expect(await get(next, 'codes')).toMatchObject({ total: LINES })
})
