import { type Column, Layout, NULL, type Row, type State } from './rows.ts'

/** A request of a user, the void of the earlier redemption, and so on. Each of them is one process. */
export type Actor =
  | { kind: 'redeem'; user: number; key?: number; cycle?: number }
  | { kind: 'void' | 'review' | 'close' }
  | { kind: 'change'; cap?: number; quota?: number }

/** A small database and those who use it at the same time. */
export type World = {
  name: string
  actors: Actor[]
  quota: number
  /** Null: no cap. */
  cap: number | null
  /** How many codes the pool has. Null: the voucher has no pool. */
  codes?: number
  /** The user whose earlier redemption can be voided and reviewed. It is in the month that can be closed. */
  earlier?: number
}

export const hasClose = ({ actors }: World): boolean => actors.some(({ kind }) => kind === 'close')

/** The bytes of a process. Those that start with `allowed` are known to the judge only, not to the program. */
export const LOCALS = [
  'step',
  'result',
  'used',
  'quota',
  'cap',
  'version',
  'code',
  'waitsForCodes',
  'isInLaterMonth',
  'horizon',
  'isDone',
  'isAbandoned',
  /** Only bugs use it. */
  'seen',
  'allowedQuota',
  'allowedCap',
] as const
export type Local = (typeof LOCALS)[number]
export const LOCAL = Object.fromEntries(LOCALS.map((name, i) => [name, i])) as Record<Local, number>

/** The results of a process. A redemption is reported by its place, from `REDEEMED` on. */
export const RESULT = { none: 0, lost: 1, done: 2, refused: 3 }
export const REDEEMED = 10

/** The step of a process that is not started, or has ended. */
export const IDLE = 254
export const ENDED = 255

export type Process = {
  index: number
  at: number
  name: string
  actor: Actor
  /** The process that repeats this one after a crash. Null: this one is the repeated one. */
  again: number | null
  /** The place of the redemption that it may write. */
  place: number
}

export type Redemption = Record<
  | 'exists'
  | 'user'
  | 'cycle'
  | 'code'
  | 'isVoided'
  | 'isRejected'
  | 'isLate'
  | 'remaining'
  | 'events'
  | 'exceedsQuota'
  | 'exceedsCap'
  | 'remainsWrongly',
  Column
> & { row: Row }

/** What a void, a review or a close has added to tables into which it only inserts. */
export type Insertions = Record<'voidEvents' | 'decreases', Column> & { row: Row }

export type Scene = ReturnType<typeof openScene>

const USER_NAMES = ['A', 'B', 'C']

function nameOf(actor: Actor): string {
  return actor.kind === 'redeem' ? `user ${USER_NAMES[actor.user]}` : actor.kind
}

/** Two processes of the same name are numbered. */
function namesOf(actors: Actor[]): string[] {
  const names = actors.map(nameOf)
  return names.map((name, i) => {
    const isAlone = names.filter((other) => other === name).length === 1
    return isAlone ? name : `${name}, ${names.slice(0, i + 1).filter((other) => other === name).length}`
  })
}

/** Lays out the rows and processes of a world. Each actor has a second process, which repeats it after a crash. */
export function openScene(world: World) {
  const layout = new Layout()
  const count = world.actors.length
  const names = namesOf(world.actors)
  const processes: Process[] = [...world.actors, ...world.actors].map((actor, index) => ({
    index,
    at: layout.bytes(LOCALS.length),
    name: index < count ? `${names[index]}` : `${names[index - count]} again`,
    actor,
    again: index < count ? index + count : null,
    place: 0,
  }))
  const redeemers = processes.filter(({ actor }) => actor.kind === 'redeem')
  for (const [i, process] of redeemers.entries()) process.place = i + 1
  const [crashes, retries] = [layout.bytes(1), layout.bytes(1)]
  const users = [0, 1, 2]
  const cycles = world.actors.some((actor) => actor.kind === 'redeem' && actor.cycle === 1) ? [0, 1] : [0]
  const inCycle = (cycle: number) => (cycle === 0 ? '' : ', next cycle')
  const hasEarlier = Number(world.earlier !== undefined)
  const earlierCode = hasEarlier && world.codes ? 1 : 0
  const redemption = (place: number): Redemption =>
    layout.row(`redemptions (${place === 0 ? 'earlier' : redeemers[place - 1]?.name})`, {
      exists: place === 0 ? hasEarlier : 0,
      user: place === 0 ? (world.earlier ?? 0) : keyOfUser(redeemers[place - 1]?.actor).user,
      cycle: keyOfUser(redeemers[place - 1]?.actor).cycle ?? 0,
      code: place === 0 ? earlierCode : 0,
      isVoided: 0,
      isRejected: 0,
      isLate: 0,
      remaining: 0,
      events: place === 0 ? hasEarlier : 0,
      exceedsQuota: 0,
      exceedsCap: 0,
      remainsWrongly: 0,
    })
  const scene = {
    world,
    layout,
    processes,
    crashes,
    retries,
    voucher: layout.row('vouchers', { quota: world.quota, cap: world.cap ?? NULL }),
    catalog: layout.row('catalog_version', { version: 1 }),
    /** By cycle, and then by user. The earlier redemption is of the first cycle. */
    userQuotas: cycles.map((cycle) =>
      users.map((user) =>
        layout.row(`user_quotas (${USER_NAMES[user]}${inCycle(cycle)})`, {
          used: Number(cycle === 0 && world.earlier === user),
        }),
      ),
    ),
    voucherQuotas: cycles.map((cycle) =>
      layout.row(`voucher_quotas${inCycle(cycle)}`, { used: cycle === 0 ? hasEarlier : 0 }),
    ),
    keys: [0, 1].map((key) => layout.row(`idempotency_keys (${key + 1})`, { redemption: 0 })),
    codes: Array.from({ length: world.codes ?? 0 }, (_, i) =>
      layout.row(`voucher_codes (${i + 1})`, { redemption: i < earlierCode ? REDEEMED : 0 }),
    ),
    /** The first is the earlier one. Each process that redeems has its own place after it. */
    redemptions: [0, ...redeemers.map(({ place }) => place)].map(redemption),
    insertions: processes.map(
      ({ name }): Insertions => layout.row(`insertions of ${name}`, { voidEvents: 0, decreases: 0 }),
    ),
    /** The month of all redemptions, its statement once it is closed, and the month after it. */
    month: layout.row('statement_months', { exists: 0, isClosing: 0, isClosed: 0 }),
    statement: layout.row('statement_rows', { net: 0 }),
    numbers: layout.row('statement_counter', { last: 0 }),
    laterMonth: layout.row('statement_months (later)', { exists: 0 }),
  }
  return scene
}

function keyOfUser(actor: Actor | undefined): { user: number; cycle?: number } {
  return actor?.kind === 'redeem' ? actor : { user: 0 }
}

export const local = (state: State, process: Process, name: Local): number =>
  state[process.at + LOCAL[name]] as number

export function setLocal(state: State, process: Process, name: Local, value: number): void {
  state[process.at + LOCAL[name]] = value
}

/** At most one crash and two retries. Every process but the repeated ones is about to take its first step. */
export function startOf(scene: Scene): State {
  const state = scene.layout.initialState()
  state[scene.crashes] = 1
  state[scene.retries] = 2
  for (const process of scene.processes) setLocal(state, process, 'step', process.again === null ? IDLE : 0)
  return state
}
