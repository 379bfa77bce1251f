import { randomBytes } from 'node:crypto'
import { afterAll, inject } from 'vitest'
import { type ConnectOptions, connect, type Db } from '../../../src/platform/database/db.ts'
import { CLONED, databaseUrl } from '../../support/postgres.ts'

/** Creates databases without our tables, for tests of migrations. They are dropped after the file. */
export async function openUnmigrated() {
  const root = await connect(inject('serverUrl'), { max: 1, deadlineMs: 60_000 })
  const opened: { db: Db; name: string }[] = []
  afterAll(async () => {
    for (const { db, name } of opened) {
      await db.end({ timeout: 1 })
      await root.unsafe(`drop database ${name} with (force)`)
    }
    await root.end()
  })
  const create = async (options: ConnectOptions): Promise<{ db: Db; url: string }> => {
    const name = `test_${randomBytes(6).toString('hex')}`
    await root.unsafe(`create database ${name} ${CLONED}`)
    const url = databaseUrl(inject('serverUrl'), name)
    const db = await connect(url, { name, ...options })
    opened.push({ db, name })
    return { db, url }
  }
  return { root, create }
}
