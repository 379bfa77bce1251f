import { randomBytes } from 'node:crypto'
import { afterAll, inject } from 'vitest'
import { connect } from '../../src/platform/database/db.ts'
import { CLONED, databaseUrl, TEMPLATE } from '../support/postgres.ts'
import { ADMIN_KEY } from './shop.ts'

/** The settings of a process that uses a new database. */
export type NewDatabase = () => Promise<Record<string, string>>

/** Makes databases for processes; they are dropped when the file is done. A migrated one starts in half the time. */
export async function openDatabases(): Promise<{
  emptyDatabase: NewDatabase
  migratedDatabase: NewDatabase
}> {
  const root = await connect(inject('serverUrl'), { max: 1, deadlineMs: 60_000 })
  const names: string[] = []
  afterAll(async () => {
    for (const name of names) await root.unsafe(`drop database if exists ${name} with (force)`)
    await root.end()
  })
  const create = async (template: string) => {
    const name = `shared_${randomBytes(6).toString('hex')}`
    names.push(name)
    await root.unsafe(`create database ${name} template ${template} ${CLONED}`)
    return {
      DATABASE_URL: databaseUrl(inject('serverUrl'), name),
      SECRETS_KEY: newSecretsKey(),
      ADMIN_API_KEY: ADMIN_KEY,
      PORT: '0',
    }
  }
  return { emptyDatabase: () => create('template1'), migratedDatabase: () => create(TEMPLATE) }
}

export function newSecretsKey(): string {
  return randomBytes(32).toString('base64')
}
