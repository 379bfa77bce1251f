import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Db } from '../src/platform/database/db.ts'
import { type Load, longestGapSeconds } from './redemption-load.ts'

const STEPS = ['COPY', 'SWITCH', 'CLEAN', 'ABORT'] as const
export const VICTIMS = ['node', 'worker', 'home', 'east'] as const
type Step = (typeof STEPS)[number]
export type Victim = (typeof VICTIMS)[number]

/** Each victim in each step. */
export const KILLS = STEPS.flatMap((step) => VICTIMS.map((victim): [Step, Victim] => [step, victim]))

const POLL_MS = 2
const STARTS_WITHIN_MS = 60_000
const ENDS_WITHIN_MS = 120_000

export type Stage = {
  home: Db
  /** Runs `counterfoil cells move`. It is killed as soon as `signal` says so, and the worker goes on. */
  command(args: string[], signal: AbortSignal): Promise<unknown>
  /** What kills a victim at once. */
  prepare(victim: Victim): Promise<() => Promise<void>>
  /** Merchants under load. They move in turn. */
  shops: { merchantId: string; load: Load | null }[]
}

type Row = { id: string; step: string; isAborted: boolean; progress: string; finishedAt: Date | null }

type Kill = { step: Step; victim: Victim; delayMs: number }

/** Moves a merchant, and kills the victim once home says that the move is at the step. Returns what went wrong. */
export async function killInStep(
  { home, command, prepare, shops }: Stage,
  { step, victim, delayMs }: Kill,
  say: (line: string) => void,
): Promise<string | null> {
  const [{ merchantId, load }] = shops as [Stage['shops'][number]]
  // So that each victim sees moves in both directions.
  if (victim !== VICTIMS.at(-1)) shops.push(...shops.splice(0, 1))
  const target = (await livesIn(home, merchantId)) === 'home' ? 'east' : 'home'
  const strike = await prepare(victim)
  const before = await latest(home)
  const untilNew = (withinMs: number, isThere: (row: Row) => boolean) =>
    until(home, withinMs, (row) => row.id !== before?.id && isThere(row))
  const give = async (args: string[], isDone: (row: Row) => boolean) => {
    const stopping = new AbortController()
    const again = async () => {
      while (!stopping.signal.aborted) await command(args, stopping.signal).catch(() => sleep(POLL_MS))
    }
    const giving = again()
    await untilNew(STARTS_WITHIN_MS, isDone)
    stopping.abort()
    await giving
  }
  const from = Date.now()
  const isOver = ({ finishedAt }: Row) => finishedAt !== null
  await give(['--merchant', merchantId, '--to', target], () => true)
  if (step === 'ABORT') await give(['--abort'], (row) => row.isAborted || isOver(row))
  const seen = await untilNew(ENDS_WITHIN_MS, (row) => isOver(row) || isAt(row, step))
  await sleep(delayMs)
  const struckAt = Date.now()
  await strike()
  const { isAborted } = await untilNew(ENDS_WITHIN_MS, isOver)
  const endedAt = Date.now()
  const place = await livesIn(home, merchantId)
  const missed = isOver(seen) ? ', after its end' : ''
  const late = step === 'ABORT' && !isAborted ? ', too late to abort' : ''
  const seconds = [(endedAt - struckAt) / 1000, longestGapSeconds((load as Load).record, from, endedAt)]
  const [ended, pause] = seconds.map((one) => one.toFixed(1).padStart(4))
  say(
    `  ${step.padEnd(6)}  ${victim.padEnd(6)}  ${ended} s to the end in ${place.padEnd(4)}  ${pause} s longest pause${missed}${late}`,
  )
  return (place === target) === isAborted ? `${step}, ${victim}: the merchant lives in ${place}` : null
}

function isAt({ step, progress, isAborted }: Row, wanted: Step): boolean {
  if (wanted === 'ABORT') return isAborted
  return step === wanted && (wanted !== 'COPY' || progress.startsWith('copied'))
}

async function livesIn(home: Db, merchantId: string): Promise<string> {
  const [row] = await home<{ cell: string }[]>`
    select cell from merchant_cells where merchant_id = ${merchantId}`
  return row?.cell ?? 'home'
}

async function latest(db: Db): Promise<Row | null> {
  const [row] = await db<Row[]>`
    select id, step, is_aborted, progress, finished_at from moves order by started_at desc, id desc limit 1`
  return row ?? null
}

/** While home recovers, it cannot be asked. */
async function until(db: Db, withinMs: number, isThere: (row: Row) => boolean): Promise<Row> {
  for (const giveUpAt = Date.now() + withinMs; Date.now() < giveUpAt; await sleep(POLL_MS)) {
    const row = await latest(db).catch(() => null)
    if (row && isThere(row)) return row
  }
  throw new Error(`the move does not go on: ${JSON.stringify(await latest(db))}`)
}

/** All processes of the database end with this one, and it recovers from its log, as after a crash. */
export async function openDatabaseVictim(url: string): Promise<() => Promise<void>> {
  const db = await connect(url, { max: 1 })
  const [row] = await db<[{ pid: number }]>`select pg_backend_pid() as pid`
  return async () => {
    process.kill(row.pid, 'SIGKILL')
    await db.end({ timeout: 0 })
  }
}
