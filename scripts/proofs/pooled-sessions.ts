import { setTimeout as sleep } from 'node:timers/promises'
import type { Psql } from './psql.ts'

/** PgBouncer sets these on a server itself, for each client. */
const SET_BY_PGBOUNCER = [
  'application_name',
  'client_encoding',
  'DateStyle',
  'TimeZone',
  'standard_conforming_strings',
]

type Session = { pid: number; channels: number; prepared: number; locks: number; settings: string | null }

/**
 * Session state on PgBouncer's server connections, which the next client would inherit. As many sessions as there are
 * servers begin a transaction at the same time through the pool, so that each holds another server.
 */
export async function findLeakedState(
  psql: Psql,
  pooledUrl: string,
  servers: number,
): Promise<{ inspected: number; leaks: string[] }> {
  const names = SET_BY_PGBOUNCER.map((name) => `'${name}'`).join(', ')
  const look = `
    select pg_backend_pid() as pid, (select count(*) from pg_listening_channels()) as channels,
      (select count(*) from pg_prepared_statements) as prepared,
      (select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks,
      (select string_agg(name || '=' || setting, ' ') from pg_settings
        where source = 'session' and name not in (${names})) as settings,
      (select 1 from pg_sleep(3)) as held`
  const sessions = await Promise.all(
    Array.from({ length: servers }, () => psql.select<Session>(pooledUrl, look)),
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

/** Clients that PgBouncer lets wait, and servers that one client keeps, in five looks a second apart. */
export async function findStuckClients(
  psql: Psql,
  consoleUrl: string,
  database: string,
): Promise<{ clients: number; servers: number; stuck: string[] }> {
  const stuck: string[] = []
  const holders = new Map<string, number>()
  let clients = 0
  let servers = 0
  for (let look = 0; look < 5; look += 1) {
    if (look > 0) await sleep(1000)
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
      const held = `server ${ptr} is kept by client ${link}`
      holders.set(held, (holders.get(held) ?? 0) + 1)
    }
  }
  for (const [held, looks] of holders) if (looks === 5) stuck.push(`${held} in each of 5 looks`)
  return { clients, servers, stuck }
}
