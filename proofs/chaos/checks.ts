import { isTrueWithin } from '../../test/support/process.ts'
import { compareWithRows, type Round } from '../kept-promises.ts'
import { send } from '../partner-world.ts'
import { READY_FOR_WRITES } from '../readiness-watch.ts'
import { HUNG_MS, type RecordedRedemptions } from '../redemption-load.ts'
import { outputOf, runCounterfoil } from '../service-node.ts'
import { CELL, type ChaosStage, hasEnded, type Member } from './stage.ts'

const RECOVERED_WITHIN_MS = 60_000
const IN_FEED_WITHIN_MS = 30_000

/** Each check returns what is broken, as sentences. */
type Broken = Promise<string[]>

/** Waits until each member reports ready, without help. */
export async function unrecovered({ members }: ChaosStage): Broken {
  return (await Promise.all(members.map(recovery))).filter((line) => line !== null)
}

async function recovery(member: Member): Promise<string | null> {
  const isReady = async () => {
    const path = member.role === 'api' ? READY_FOR_WRITES : '/readyz'
    return hasEnded(member) || (await send(member.running.origin, { path }, HUNG_MS)).status === 200
  }
  const isInTime = await isTrueWithin(isReady, RECOVERED_WITHIN_MS)
  if (hasEnded(member)) return `${member.name} ended: ${outputOf(member.running.node)}`
  return isInTime ? null : `${member.name} is not ready ${RECOVERED_WITHIN_MS / 1000} s after the act`
}

/** Compares what clients were told with rows, events, deliveries and the ledger, which includes the statements. */
export async function contradictions(stage: ChaosStage, record: RecordedRedemptions, round: Round): Broken {
  const { acknowledged, missing, failures } = await compareWithRows(stage, stage.databaseUrls, record, round)
  for (const id of record.acknowledged.values()) stage.acknowledged.add(id)
  stage.say(`   ${acknowledged} redemptions acknowledged, ${missing} missing`)
  return failures
}

/** An act must not lose what an earlier one has acknowledged. */
export async function lostAcknowledgements({ psql, databaseUrls, acknowledged }: ChaosStage): Broken {
  const statement = 'select id from redemptions'
  const rows = await Promise.all(databaseUrls.map((url) => psql.select<{ id: string }>(url, statement)))
  const stored = new Set(rows.flat().map(({ id }) => id))
  const lost = [...acknowledged].filter((id) => !stored.has(id)).length
  return lost > 0 ? [`${lost} of ${acknowledged.size} acknowledged redemptions of all acts are missing`] : []
}

/** Each database has a chain of its own. */
export async function auditFailures({ service, databaseUrls: [home] }: ChaosStage): Broken {
  const verify = (...options: string[]) =>
    runCounterfoil(service, home, ['verify-audit', ...options]).then(
      () => [],
      (error: Error & { stdout?: string }) => [`the audit chain is broken: ${error.stdout || error.message}`],
    )
  return [...(await verify()), ...(await verify('--cell', CELL))]
}

/** Every event has one place in the feed, and what was read before is its beginning. */
export async function feedFailures(stage: ChaosStage): Broken {
  const { psql, databaseUrls, feed } = stage
  const read = async (urls: string[], statement: string) =>
    (await Promise.all(urls.map((url) => psql.select<{ id: string }>(url, statement))))
      .flat()
      .map(({ id }) => id)
  const events = await read(databaseUrls, 'select id from events')
  const readFeed = () =>
    read(databaseUrls.slice(0, 1), 'select event_id as id from feed_entries order by position')
  await isTrueWithin(async () => (await readFeed()).length >= events.length, IN_FEED_WITHIN_MS)
  stage.feed = await readFeed()
  const listed = new Set(stage.feed)
  const missing = events.filter((id) => !listed.has(id)).length
  const isBeginning = feed.every((id, place) => stage.feed[place] === id)
  return [
    ...(missing > 0 ? [`${missing} events are not in the feed`] : []),
    ...(listed.size < stage.feed.length
      ? [`the feed has ${stage.feed.length - listed.size} events twice`]
      : []),
    ...(isBeginning ? [] : ['the feed has changed where it was read before']),
  ]
}

/** Each merchant is in one database, and a move leaves nothing behind. */
export async function leftByMoves({ psql, databaseUrls, shops }: ChaosStage): Broken {
  const parts = await Promise.all(
    databaseUrls.map((url) =>
      psql.select<{ what: string }>(
        url,
        `select 'merchant ' || id as what from public.merchants
        union all select 'trigger ' || tgname from pg_trigger where tgname like 'mov%' and tgparentid = 0
        union all select 'view ' || viewname from pg_views where schemaname = 'present'
        union all select 'publication ' || pubname from pg_publication
        union all select 'subscription of ' || datname from pg_subscription join pg_database on pg_database.oid = subdbid
          where datname = current_database()
        union all select 'slot ' || slot_name from pg_replication_slots where database = current_database()
        union all select 'whole rows of ' || relname from pg_class where relkind in ('r', 'p') and relreplident = 'f'`,
      ),
    ),
  )
  const found = parts.flat().map(({ what }) => what)
  const ids = shops.map(({ merchants: [merchant] }) => `merchant ${merchant?.id}`)
  return [
    ...ids.filter((id) => !found.includes(id)).map((id) => `${id} is in no database`),
    ...found
      .filter((what, place) => !ids.includes(what) || found.indexOf(what) < place)
      .map((what) => `left: ${what}`),
  ]
}

/** A revoked device must get nothing. */
export function wronglyServed({ counter }: ChaosStage): string[] {
  return counter.wronglyServed > 0 ? [`${counter.wronglyServed} requests of revoked devices succeeded`] : []
}

/** No log may contain a secret, or a token of a user. */
export function secretsInLogs({ members, secrets, counter }: ChaosStage): string[] {
  const cookies = counter.devices.map(({ cookie }): [string, string] => [
    'the session of a device',
    cookie.split('=')[1] ?? cookie,
  ])
  return members.flatMap(({ name, running, output }) => {
    const text = [...output, running.node.output()].join('\n')
    const found = [...secrets, ...cookies].filter(([, secret]) => text.includes(secret)).map(([what]) => what)
    const tokens = /eyJ[\w-]{20,}\./.test(text) ? ['a token'] : []
    return [...found, ...tokens].map((what) => `the log of ${name} contains ${what}`)
  })
}
