import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { connect } from '../../src/platform/database/db.ts'
import { startEmbedded } from '../../src/platform/embedded/server.ts'
import { until } from '../support/process.ts'

const folder = await temporaryFolder('log')
const LIMIT_BYTES = 40_000
const server = await startEmbedded({
  directory: join(folder, 'postgres'),
  logLimit: { bytes: LIMIT_BYTES, everyMs: 50 },
})
const db = await connect(server.url, { max: 1 })
const logFile = join(folder, 'postgres.log')
afterAll(async () => {
  await db.end({ timeout: 1 })
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('postgres.log contains no values of rows or parameters, however a statement fails', async () => {
  await db.unsafe('create table people (email text primary key, age integer check (age > 0))')
  const secret = 'mei.tan@person.example'
  const insert = (age: number) => db`insert into people (email, age) values (${secret}, ${age}::int)`
  await insert(1)
  await expect(insert(2)).rejects.toMatchObject({ code: '23505' })
  await expect(insert(-1)).rejects.toMatchObject({ code: '23514' })
  await expect(db`select ${secret}::text::uuid`).rejects.toMatchObject({ code: '22P02' })
  await expect(db.unsafe(`select '${secret}' from nowhere`)).rejects.toMatchObject({ code: '42P01' })
  // A later log line, written by the server itself.
  await db`checkpoint`
  await until(() => readFileSync(logFile, 'utf8').includes('checkpoint complete'))
  expect(readFileSync(logFile, 'utf8')).not.toContain(secret)
})

test('postgres.log is copied and truncated while the server runs, and logging continues', async () => {
  await until(async () => {
    await db`select pg_log_backend_memory_contexts(pg_backend_pid())`
    return (statSync(`${logFile}.1`, { throwIfNoEntry: false })?.size ?? 0) > 0
  })
  expect(statSync(`${logFile}.1`).size).toBeGreaterThan(LIMIT_BYTES)
  await until(() => statSync(logFile).size < LIMIT_BYTES)
  await until(async () => {
    await db`select pg_log_backend_memory_contexts(pg_backend_pid())`
    return readFileSync(logFile, 'utf8').includes('memory contexts')
  })
  expect(readFileSync(logFile).includes(0)).toBe(false)
})
