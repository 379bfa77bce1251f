import { randomBytes } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import { connect, type Db } from '../../src/platform/database/db.ts'
import { CLONED, databaseUrl } from '../support/postgres.ts'
import { spawnNode, untilUp } from '../support/process.ts'

const root = await connect(inject('serverUrl'), { max: 1, deadlineMs: 60_000 })
const name = `start_${randomBytes(6).toString('hex')}`
await root.unsafe(`create database ${name} ${CLONED}`)
const url = databaseUrl(inject('serverUrl'), name)
afterAll(async () => {
  await root.unsafe(`drop database if exists ${name} with (force)`)
  await root.end()
})

const env = { DATABASE_URL: url, SECRETS_KEY: randomBytes(32).toString('base64') }

async function weeksIn(db: Db): Promise<string[]> {
  const rows = await db`
    select relname from pg_class where relname ~ '^events_\\d{4}w\\d{2}$' and relkind = 'r'`
  return rows.map(({ relname }) => relname)
}

test('the command migrate creates the partitions: they exist before the first event', async () => {
  const migrating = spawnNode(env, 'src/cli.ts', ['migrate'])
  expect(await migrating.exited).toBe(0)
  const db = await connect(url, { max: 1 })
  const weeks = await weeksIn(db)
  expect(weeks).toHaveLength(3)
  for (const week of weeks) await db.unsafe(`drop table ${week}`)
  await db.end({ timeout: 1 })
})

test('a start creates the partitions, with ROLE=api too; if the tables are locked, the service starts without them', async () => {
  const api = { ...env, PORT: '0', ROLE: 'api', LOG_LEVEL: 'warn' }
  const first = await untilUp(spawnNode(api))
  const db = await connect(url, { max: 2 })
  expect(await weeksIn(db)).toHaveLength(3)
  first.child.kill('SIGKILL')
  await first.exited
  for (const week of await weeksIn(db)) await db.unsafe(`drop table ${week}`)
  const reader = await db.reserve()
  await reader`begin`
  await reader`select count(*) from events`
  const second = await untilUp(spawnNode(api))
  expect(second.output()).toContain('partitions not created; events go to the default partition for now')
  expect(await weeksIn(db)).toEqual([])
  second.child.kill('SIGKILL')
  await second.exited
  await reader`rollback`
  reader.release()
  await db.end({ timeout: 1 })
})
