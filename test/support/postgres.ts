import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connect } from '../../src/platform/database/db.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { startEmbedded } from '../../src/platform/embedded/server.ts'
import { databaseFolder } from './database-folder.ts'

export const TEMPLATE = 'counterfoil_template'
/** Clones by copying files. The default also writes every page to the WAL, which takes twice the CPU time. */
export const CLONED = 'strategy file_copy'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the run's server. Each test file has a clone of the template on it. */
    serverUrl: string
  }
}

/**
 * One server a run, with a migrated template database that every test file clones. TEST_SERVER_URL names another server,
 * such as the oldest PostgreSQL that we support; its role must be a superuser.
 */
export async function setup(project: TestProject) {
  const server = process.env.TEST_SERVER_URL
    ? { url: process.env.TEST_SERVER_URL, stop: async () => {} }
    : await startServer()
  const admin = await connect(server.url, { max: 1, deadlineMs: 60_000 })
  await admin.unsafe(`drop database if exists ${TEMPLATE}`)
  await admin.unsafe(`create database ${TEMPLATE}`)
  await admin.end()
  const template = await connect(databaseUrl(server.url, TEMPLATE), { max: 1 })
  await migrate(template)
  await template.end()
  project.provide('serverUrl', server.url)
  return server.stop
}

async function startServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const directory = await databaseFolder()
  // Test data need not survive a power failure. All other settings are those of production.
  const server = await startEmbedded({
    directory: join(directory, 'postgres'),
    settings: { fsync: 'off', full_page_writes: 'off', max_connections: '300' },
  })
  await hashPasswordOnce(server.url)
  const stop = async () => {
    await server.stop()
    await rm(directory, { recursive: true, force: true })
  }
  return { url: server.url, stop }
}

/** Hashing the password 4096 times, the default, takes a third of the time that a test needs to connect. */
async function hashPasswordOnce(url: string): Promise<void> {
  const admin = await connect(url, { max: 1 })
  await admin.unsafe(`set scram_iterations = 1; alter role counterfoil password '${new URL(url).password}'`)
  await admin.end()
}

export function databaseUrl(serverUrl: string, database: string): string {
  return Object.assign(new URL(serverUrl), { pathname: `/${database}` }).href
}
