import { randomBytes } from 'node:crypto'
import { afterAll, inject } from 'vitest'
import { connect } from '../../src/platform/database/db.ts'
import { databaseUrl } from '../postgres.ts'
import type { Node } from '../process.ts'
import { ADMIN_KEY } from './shop.ts'

/** Makes databases for processes; they are dropped when the file is done. */
export async function openDatabases(): Promise<() => Promise<Record<string, string>>> {
  const root = await connect(inject('serverUrl'), { max: 1, deadlineMs: 60_000 })
  const names: string[] = []
  afterAll(async () => {
    for (const name of names) await root.unsafe(`drop database if exists ${name} with (force)`)
    await root.end()
  })
  return async () => {
    const name = `shared_${randomBytes(6).toString('hex')}`
    names.push(name)
    await root.unsafe(`create database ${name}`)
    return {
      DATABASE_URL: databaseUrl(inject('serverUrl'), name),
      SECRETS_KEY: newSecretsKey(),
      ADMIN_API_KEY: ADMIN_KEY,
      PORT: '0',
    }
  }
}

export function newSecretsKey(): string {
  return randomBytes(32).toString('base64')
}

/** The address that a node with PORT=0 listens on. */
export function listeningAt(node: Node): string {
  const origin = node.output().match(/listening at (http:\/\/127\.0\.0\.1:\d+)/)?.[1]
  if (!origin) throw new Error(`the node does not listen:\n${node.output()}`)
  return origin
}
