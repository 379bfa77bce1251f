import { setTimeout as sleep } from 'node:timers/promises'
import type { Psql } from './psql.ts'

/** PgBouncer itself sets these on a server for each client. */
const SET_BY_PGBOUNCER = [
  'application_name',
  'client_encoding',
  'DateStyle',
  'TimeZone',
  'standard_conforming_strings',
]

type Session = { pid: number; channels: number; prepared: number; locks: number; settings: string | null }

/**
 * Finds session state on PgBouncer's server connections, which the next client would inherit. Opens as many transactions
 * at the same time as there are servers, so that each transaction inspects a different server.
 */
export async function findLeakedState(
  psql: Psql,
  pooledUrl: string,
  servers: number,
): Promise<{ inspected: number; leaks: string[] }> {
  const names = SET_BY_PGBOUNCER.map((name) => `'${name}'`).join(', ')
  const query = `
    select pg_backend_pid() as pid, (select count(*) from pg_listening_channels()) as channels,
      (select count(*) from pg_prepared_statements) as prepared,
      (select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks,
      (select string_agg(name || '=' || setting, ' ') from pg_settings
        where source = 'session' and name not in (${names})) as settings,
      (select 1 from pg_sleep(3)) as held`
  const sessions = await Promise.all(
    Array.from({ length: servers }, () => psql.select<Session>(pooledUrl, query)),
  )
  const byPid = new Map(sessions.flat().map((session) => [session.pid, session]))
  const leaks = [...byPid.values()].flatMap(({ pid, channels, prepared, locks, settings }) => [
    ...(channels > 0 ? [`server ${pid} listens to ${channels} channels`] : []),
    ...(prepared > 0 ? [`server ${pid} keeps ${prepared} prepared statements`] : []),
    ...(locks > 0 ? [`server ${pid} holds ${locks} advisory locks`] : []),
    ...(settings ? [`server ${pid} keeps ${settings}`] : []),
  ])
  return { inspected: byPid.size, leaks }
}

/** Finds clients that wait for PgBouncer and servers that one client never releases. Checks five times, once a second. */
export async function findStuckClients(
  psql: Psql,
  consoleUrl: string,
  database: string,
): Promise<{ clients: number; servers: number; stuck: string[] }> {
  const stuck: string[] = []
  const holders = new Map<string, number>()
  let clients = 0
  let servers = 0
  for (let check = 0; check < 5; check += 1) {
    if (check > 0) await sleep(1000)
    const ofDatabase = (rows: Record<string, string>[]) => rows.filter((row) => row.database === database)
    const [asking, serving] = [
      ofDatabase(await psql.execute(consoleUrl, 'show clients')),
      ofDatabase(await psql.execute(consoleUrl, 'show servers')),
    ]
    clients = asking.length
    servers = serving.length
    for (const { ptr, state, wait } of asking) {
      if (state === 'waiting' && Number(wait) >= 1) stuck.push(`client ${ptr} has waited for ${wait} s`)
    }
    for (const { ptr, link, state } of serving) {
      if (state !== 'active' || !link) continue
      const held = `server ${ptr} is held by client ${link}`
      holders.set(held, (holders.get(held) ?? 0) + 1)
    }
  }
  for (const [held, checks] of holders) if (checks === 5) stuck.push(`${held} in each of 5 checks`)
  return { clients, servers, stuck }
}
