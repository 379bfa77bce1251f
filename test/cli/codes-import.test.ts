import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { until } from '../support/process.ts'
import { createCommandHarness, run, startCommand } from './command.ts'

const { admin, db, env } = await createCommandHarness()
const merchant = await admin('POST', '/admin/merchants', { name: 'M', slug: 'm', category: 'F_AND_B' })

async function draft(changes: object = {}): Promise<string> {
  const body = { title: 'Free kopi', description: 'd', terms: 't', codeSource: 'MANUAL', ...changes }
  const created = await admin('POST', `/admin/merchants/${merchant.body.id}/vouchers`, body)
  if (created.status !== 201) throw new Error(JSON.stringify(created.body))
  return created.body.id
}

async function countCodes(voucherId: string): Promise<number> {
  const [row] = await db`select count(*) as count from voucher_codes where voucher_id = ${voucherId}`
  return row?.count
}

const uploads = async (voucherId: string) =>
  (await admin('GET', `/admin/audit?target=voucher:${voucherId}&action=voucher.codes.upload`)).body.items

test('exit code 0: codes import reads text from stdin, keeps leading zeros, and is safe to repeat after a dry run', async () => {
  const id = await draft()
  const codes = '0042\r\n\r\nKOPI-1\nKOPI-1\nKOPI,2\n'
  const dryRun = await run(env, ['codes', 'import', id, '-', '--dry-run', '--json'], codes)
  expect([dryRun.code, await countCodes(id), await uploads(id)]).toEqual([0, 0, []])
  const imported = await run(env, ['codes', 'import', id, '-', '--json'], codes)
  expect(imported.json).toEqual({ ...dryRun.json, dryRun: false })
  expect(imported.json).toMatchObject({
    received: 4,
    added: 3,
    duplicates: 1,
    duplicateLines: [4],
    rejectedTotal: 0,
  })
  const again = await run(env, ['codes', 'import', id, '-'], codes)
  expect([again.code, again.stdout, again.stderr]).toEqual([
    0,
    '4 read: 0 added, 4 already in the pool, 0 rejected.\n',
    '',
  ])
  expect((await uploads(id))[1]).toMatchObject({ actor: { kind: 'cli' }, after: { received: 4, added: 3 } })
  const [row] = await db`select code from voucher_codes where voucher_id = ${id} order by position limit 1`
  expect(row?.code).toBe('0042')
})

test('exit code 4: rejected lines are listed; --format csv understands quotes and skips the header', async () => {
  const id = await draft()
  const lines = Buffer.concat([
    Buffer.from('code\n"A,1"\nB,2\n'),
    Buffer.from([0xff, 0x0a]),
    Buffer.from('C\n'),
  ])
  const { code, stdout } = await run(env, ['codes', 'import', id, '-', '--format', 'csv'], lines)
  expect(code).toBe(4)
  expect(stdout).toBe(
    'line  reason for rejection\n3     has more than one column\n4     is not valid UTF-8\n\n4 read: 2 added, 0 already in the pool, 2 rejected.\n',
  )
})

test('exit code 3: an unknown voucher, a malformed voucher id, a voucher without a code pool', async () => {
  const [id, none] = [randomUUID(), await draft({ codeSource: 'AUTO' })]
  const [unknown, malformed, poolless] = await Promise.all([
    run(env, ['codes', 'import', id, '-', '--json'], 'A\n'),
    run(env, ['codes', 'import', 'voucher', '-'], 'A\n'),
    run(env, ['codes', 'import', none, '-', '--json'], 'A\n'),
  ])
  expect([unknown.code, unknown.json]).toEqual([3, { error: 'not_found', details: { voucher: id } }])
  expect([malformed.code, malformed.stderr]).toEqual([3, 'counterfoil: not_found: voucher voucher\n'])
  expect([poolless.code, poolless.json]).toEqual([3, { error: 'voucher_takes_no_codes' }])
})

test('exit code 130: Ctrl-C keeps whole batches, reports their exact count, and the audit log says endedEarly', async () => {
  const id = await draft()
  const running = startCommand(env, ['codes', 'import', id, '-', '--json'])
  const lines = Array.from({ length: 25_000 }, (_, at) => `CODE-${at}\n`)
  running.child.stdin?.write(lines.join(''))
  await until(async () => (await countCodes(id)) === 20_000)
  running.child.kill('SIGINT')
  const { code, json } = await running.done
  expect([code, json.added, json.error]).toEqual([130, 20_000, 'interrupted'])
  expect(await countCodes(id)).toBe(20_000)
  expect(await uploads(id)).toMatchObject([
    { actor: { kind: 'cli' }, after: { added: 20_000, endedEarly: true } },
  ])
})

test('a long import prints its progress every few seconds', async () => {
  const id = await draft()
  const running = startCommand(env, ['codes', 'import', id, '-'])
  running.child.stdin?.write('A\n')
  const timer = setInterval(() => running.child.stdin?.write(`${randomUUID()}\n`), 200)
  await until(() => running.stderr().includes('read, '))
  clearInterval(timer)
  running.child.stdin?.end()
  const { code, stderr } = await running.done
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^(?:counterfoil: \d+ read, \d+ added\n)+$/)])
})
