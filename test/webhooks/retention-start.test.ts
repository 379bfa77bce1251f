import { randomBytes } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import { connect } from '../../src/db.ts'
import { databaseUrl } from '../postgres.ts'
import { spawnNode, untilUp } from '../process.ts'

const root = await connect(inject('serverUrl'), { max: 1 })
const name = `start_${randomBytes(6).toString('hex')}`
await root.unsafe(`create database ${name}`)
const url = databaseUrl(inject('serverUrl'), name)
afterAll(async () => {
  await root.unsafe(`drop database if exists ${name} with (force)`)
  await root.end()
})

test('a start makes the partitions, with ROLE=api too; when they cannot be had at once, it starts all the same', async () => {
  const env = {
    DATABASE_URL: url,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    PORT: '0',
    ROLE: 'api',
    LOG_LEVEL: 'warn',
  }
  const first = await untilUp(spawnNode(env))
  const db = await connect(url, { max: 2 })
  const weeks = () =>
    db`select relname from pg_class where relname ~ '^events_\\d{4}w\\d{2}$' and relkind = 'r'`
  expect(await weeks()).toHaveLength(3)
  first.child.kill('SIGKILL')
  await first.exited
  for (const { relname } of await weeks()) await db.unsafe(`drop table ${relname}`)
  const reader = await db.reserve()
  await reader`begin`
  await reader`select count(*) from events`
  const second = await untilUp(spawnNode(env))
  expect(second.output()).toContain('events go to the default partition until theirs is there')
  expect(await weeks()).toEqual([])
  second.child.kill('SIGKILL')
  await second.exited
  await reader`rollback`
  reader.release()
  await db.end({ timeout: 1 })
})
