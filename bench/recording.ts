import { parseArgs } from 'node:util'
import { connect, type Db } from '../src/platform/database/db.ts'
import { PIN } from './fixtures/prepared-database.ts'
import { generateLoad } from './load/generate-load.ts'
import { redemptionRequest, verifyTokens } from './load/redemption-requests.ts'
import { watchBottlenecks } from './measure/bottlenecks.ts'
import { saveResult } from './measure/save-result.ts'
import { ask, nextMessage, startChild, stopChild } from './servers/child.ts'
import type { RedeemFixture } from './servers/redeem.ts'

const CLIENTS = 64
const TRIGGERS = [
  'redemptions_of_the_past_are_noted',
  'redemptions_changed_are_noted',
  'redemptions_deleted_are_noted',
]

type Round = { perSecond: number; cpuMs: number }

/**
 * What stats and statements cost a redemption while it is written. The floor is the same service on the same database
 * without the triggers of the stats and without the look for closed months. Rounds with and without them alternate, and
 * the pair that comes second swaps, so that a database that grows slower favors neither.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { pairs: { type: 'string', default: '8' }, seconds: { type: 'string', default: '4' } },
  })
  const service = startChild(
    'servers/redeem.ts',
    JSON.stringify({ users: 20_000, vouchers: 500, history: 0 }),
  )
  const fixture = await nextMessage<RedeemFixture>(service)
  await verifyTokens(fixture)
  const db = await connect(fixture.databaseUrl, { max: 1 })
  const round = async (isRecording: boolean): Promise<Round> => {
    await setRecording(db, isRecording)
    await ask(service, { nextMinute: true })
    return redeem(fixture, Number(values.seconds), service.pid)
  }
  await round(true)
  const pairs: { recording: Round; floor: Round }[] = []
  for (let pair = 0; pair < Number(values.pairs); pair += 1) {
    const isRecordingFirst = pair % 2 === 0
    const first = await round(isRecordingFirst)
    const second = await round(!isRecordingFirst)
    pairs.push(isRecordingFirst ? { recording: first, floor: second } : { recording: second, floor: first })
  }
  await db.end()
  await stopChild(service)
  const rows = pairs.map(({ recording, floor }) => ({
    perSecond: recording.perSecond,
    floorPerSecond: floor.perSecond,
    rateOfFloor: rounded(recording.perSecond / floor.perSecond),
    cpuMs: rounded(recording.cpuMs),
    floorCpuMs: rounded(floor.cpuMs),
    cpuOfFloor: rounded(recording.cpuMs / floor.cpuMs),
  }))
  console.table(rows)
  const medians = {
    rateOfFloor: median(rows.map(({ rateOfFloor }) => rateOfFloor)),
    cpuOfFloor: median(rows.map(({ cpuOfFloor }) => cpuOfFloor)),
  }
  console.log('median:', medians)
  await saveResult('recording', { clients: CLIENTS, seconds: Number(values.seconds), rows, medians })
}

async function setRecording(db: Db, isRecording: boolean): Promise<void> {
  for (const trigger of TRIGGERS)
    await db.unsafe(`alter table redemptions ${isRecording ? 'enable' : 'disable'} trigger ${trigger}`)
  const month = isRecording
    ? 'select max(month) from statement_months where closing_at is not null'
    : 'select null::text'
  await db.unsafe(
    `create or replace function last_closing_month() returns text language sql stable as '${month}'`,
  )
}

async function redeem(fixture: RedeemFixture, seconds: number, service = 0): Promise<Round> {
  const { port, tokens, voucherIds, outletId } = fixture
  const requests = tokens.map((token, i) =>
    redemptionRequest({ token, voucherId: voucherIds[i % voucherIds.length], outletId, pin: PIN }),
  )
  const watch = await watchBottlenecks(fixture, service)
  const { perSecond, responses, cpuSeconds } = await generateLoad({
    port,
    connections: CLIENTS,
    seconds,
    requests,
  })
  const { cpuSeconds: used } = await watch.end(cpuSeconds)
  const redeemed = Object.values(responses).reduce((sum, n) => sum + n, 0)
  return { perSecond, cpuMs: (((used.service ?? 0) + (used.postgres ?? 0)) * 1000) / redeemed }
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

function rounded(ratio: number): number {
  return Math.round(ratio * 1000) / 1000
}
