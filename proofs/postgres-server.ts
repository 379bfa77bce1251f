import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../test/support/process.ts'
import type { Psql } from './psql.ts'
import { freePorts, type ServerProcess, type ServerProcesses } from './server-processes.ts'

export type PostgresServer = {
  port: number
  /** The folder of the cluster. */
  data: string
  process: ServerProcess
  urlOf(database: string, user?: string): string
  /** Returns its address. */
  createDatabase(name: string): Promise<string>
}

export const PASSWORD = 'proof'

/** The role and its settings, as docs/operations.md recommends them for PgBouncer. */
export const ROLE_STATEMENTS = [
  `create role counterfoil login password '${PASSWORD}'`,
  "alter role counterfoil set statement_timeout = '4s'",
  "alter role counterfoil set idle_in_transaction_session_timeout = '60s'",
  "alter role counterfoil set default_transaction_isolation = 'read committed'",
]

/** PostgreSQL with its default settings, except for the address and the socket folder, and with our role. */
export async function startPostgres(
  processes: ServerProcesses,
  programs: { postgres: string; initdb: string },
  psql: Psql,
  settings: string[] = [],
): Promise<PostgresServer> {
  const [port] = (await freePorts(1)) as [number]
  const folder = processes.folder('postgres')
  const password = join(folder, 'password')
  const data = join(folder, 'data')
  writeFileSync(password, PASSWORD, { mode: 0o644 })
  const auth = ['--auth=scram-sha-256', `--pwfile=${password}`]
  await processes.run(programs.initdb, ['-D', data, '-U', 'postgres', '--encoding=UTF8', ...auth])
  processes.adoptPostgres(data)
  const address = ['-c', 'listen_addresses=127.0.0.1', '-p', String(port), '-k', folder]
  const process = processes.start('postgres', programs.postgres, ['-D', data, ...address, ...settings])
  const urlOf = (database: string, user = 'counterfoil') =>
    `postgres://${user}:${PASSWORD}@127.0.0.1:${port}/${database}`
  const ownerUrl = urlOf('postgres', 'postgres')
  await until(() => isReachable(psql, ownerUrl), 30_000)
  await psql.execute(ownerUrl, ...ROLE_STATEMENTS)
  const createDatabase = async (name: string) => {
    await psql.execute(ownerUrl, `create database ${name} owner counterfoil`)
    return urlOf(name)
  }
  return { port, data, process, urlOf, createDatabase }
}

/** Whether a PostgreSQL answers statements at this address. */
export async function isReachable(psql: Psql, url: string): Promise<boolean> {
  return psql.select(url, 'select 1 as one').then(
    () => true,
    () => false,
  )
}
