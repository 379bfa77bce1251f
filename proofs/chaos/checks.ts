import { isTrueWithin } from '../../test/support/process.ts'
import { compareWithRows, type Round } from '../kept-promises.ts'
import { send } from '../partner-world.ts'
import { READY_FOR_WRITES } from '../readiness-watch.ts'
import { HUNG_MS, type RecordedRedemptions } from '../redemption-load.ts'
import { outputOf, runCounterfoil } from '../service-node.ts'
import { type ChaosStage, hasEnded, type Member } from './stage.ts'

const RECOVERED_WITHIN_MS = 60_000

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
  const { acknowledged, missing, failures } = await compareWithRows(stage, stage.databaseUrl, record, round)
  for (const id of record.acknowledged.values()) stage.acknowledged.add(id)
  stage.say(`   ${acknowledged} redemptions acknowledged, ${missing} missing`)
  return failures
}

/** An act must not lose what an earlier one has acknowledged. */
export async function lostAcknowledgements({ psql, databaseUrl, acknowledged }: ChaosStage): Broken {
  const rows = await psql.select<{ id: string }>(databaseUrl, 'select id from redemptions')
  const stored = new Set(rows.map(({ id }) => id))
  const lost = [...acknowledged].filter((id) => !stored.has(id)).length
  return lost > 0 ? [`${lost} of ${acknowledged.size} acknowledged redemptions of all acts are missing`] : []
}

export async function auditFailures({ service, databaseUrl }: ChaosStage): Broken {
  return runCounterfoil(service, databaseUrl, ['verify-audit']).then(
    () => [],
    (error: Error & { stdout?: string }) => [`the audit chain is broken: ${error.stdout || error.message}`],
  )
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
