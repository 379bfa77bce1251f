import { type Data, openData, USER_NAMES } from './data.ts'
import { type MovePlaces, openMovePlaces } from './move-places.ts'
import { type Column, Layout, type Row, type State } from './rows.ts'

/** A request of a user, the void of the earlier redemption, and so on. Each of them is one process. */
export type Actor =
  | { kind: 'redeem'; user: number; key?: number; cycle?: number }
  | { kind: 'void' | 'review' | 'close' | 'abort' }
  | { kind: 'change'; cap?: number; quota?: number }
  | { kind: 'move'; from: 'home' | 'cell' }

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
  /** How many requests may be repeated. Two without it. */
  retries?: number
}

export const hasClose = ({ actors }: World): boolean => actors.some(({ kind }) => kind === 'close')
export const hasMove = ({ actors }: World): boolean => actors.some(({ kind }) => kind === 'move')

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
  /** In which database the node looks for the merchant. */
  'place',
  /** The place where it was not found. */
  'missedAt',
  /** Which part of the move the worker is at. */
  'part',
  /** The position in the log that the target must reach. */
  'position',
  /** Only bugs use it. */
  'seen',
  'allowedQuota',
  'allowedCap',
] as const
export type Local = (typeof LOCALS)[number]
export const LOCAL = Object.fromEntries(LOCALS.map((name, i) => [name, i])) as Record<Local, number>

/** The results of a process. Of a redemption it is its place instead, from `REDEEMED` on. */
export const RESULT = { none: 0, lost: 1, done: 2, refused: 3, failed: 4, 'not found': 5 }

/** Where a node looks for the merchant. 0: it does not know. */
export const AT_SOURCE = 1
export const AT_TARGET = 2

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

/** What a void, a review or a close has added to tables into which it only inserts. */
export type Insertions = Record<'voidEvents' | 'decreases', Column> & { row: Row }

export type Scene = Data & {
  world: World
  layout: Layout
  processes: Process[]
  crashes: number
  retries: number
  insertions: Insertions[]
  /** The month of all redemptions, its statement once it is closed, and the month after it. */
  month: Record<'exists' | 'isClosing' | 'isClosed', Column> & { row: Row }
  statement: Record<'net', Column> & { row: Row }
  numbers: Record<'last', Column> & { row: Row }
  laterMonth: Record<'exists', Column> & { row: Row }
  /** Null: nobody moves the merchant. */
  move: MovePlaces | null
  /** All databases with rows of the merchant. */
  databases: Data[]
  /** The same scene with the rows of the database to which the merchant moves. */
  atTarget: Scene | null
}

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
export function openScene(world: World): Scene {
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
  const redeemers = processes.flatMap((process) => {
    const { name, actor } = process
    return actor.kind === 'redeem' ? [{ process, name, user: actor.user, cycle: actor.cycle ?? 0 }] : []
  })
  for (const [i, { process }] of redeemers.entries()) process.place = i + 1
  const [crashes, retries] = [layout.bytes(1), layout.bytes(1)]
  const data = openData(layout, world, redeemers, hasMove(world) ? 'source' : '')
  const scene: Scene = {
    ...data,
    world,
    layout,
    processes,
    crashes,
    retries,
    insertions: processes.map(({ name }) =>
      layout.row(`insertions of ${name}`, { voidEvents: 0, decreases: 0 }),
    ),
    month: layout.row('statement_months', { exists: 0, isClosing: 0, isClosed: 0 }),
    statement: layout.row('statement_rows', { net: 0 }),
    numbers: layout.row('statement_counter', { last: 0 }),
    laterMonth: layout.row('statement_months (later)', { exists: 0 }),
    databases: [data],
    move: null,
    atTarget: null,
  }
  if (!hasMove(world)) return scene
  scene.move = openMovePlaces(layout, openData(layout, world, redeemers, 'target'), data)
  scene.databases.push(scene.move.target)
  scene.atTarget = { ...scene, ...scene.move.target }
  return scene
}

export const local = (state: State, process: Process, name: Local): number =>
  state[process.at + LOCAL[name]] as number

export function setLocal(state: State, process: Process, name: Local, value: number): void {
  state[process.at + LOCAL[name]] = value
}

/** At most one crash, and two retries unless the world has fewer. Every process but the repeated ones is about to take its first step. */
export function startOf(scene: Scene): State {
  const state = scene.layout.initialState()
  state[scene.crashes] = 1
  state[scene.retries] = scene.world.retries ?? 2
  for (const process of scene.processes) {
    if (process.again === null) setLocal(state, process, 'step', IDLE)
    else begin(state, scene, process)
  }
  return state
}

/** A node remembers where the merchant was when it last looked. */
export function begin(state: State, { move }: Scene, process: Process): void {
  const { actor } = process
  setLocal(state, process, 'step', 0)
  if (move && actor.kind === 'redeem') setLocal(state, process, 'place', AT_SOURCE)
}

/** The database that a process works in. */
export function sceneAt(scene: Scene, state: State, process: Process): Scene {
  return scene.atTarget && local(state, process, 'place') === AT_TARGET ? scene.atTarget : scene
}
