import { setTimeout as sleep } from 'node:timers/promises'
import { isTrueWithin } from '../../test/support/process.ts'
import type { World } from '../partner-world.ts'
import { runCounterfoil } from '../service-node.ts'
import type { KindOfAct } from './act.ts'
import { CELL, type ChaosStage } from './stage.ts'

const MOVED_WITHIN_MS = 150_000
const REACHED_WITHIN_MS = 60_000
const PAUSE_MS = 500

type OpenMove = { id: string; step: 'COPY' | 'SWITCH' | 'CLEAN'; progress: string; problem: string | null }

/** When the other act begins. A move that has just ended has reached every moment. */
const MOMENTS = {
  'at its start': () => true,
  'while it is copied': ({ step, progress }: OpenMove) => step !== 'COPY' || progress.startsWith('copied'),
  'after its switch': ({ step }: OpenMove) => step === 'CLEAN',
}
const MOMENT_NAMES = Object.keys(MOMENTS) as (keyof typeof MOMENTS)[]

/** A merchant moves to the database where it does not live, and an act of one of these kinds begins meanwhile. */
export const moveDuring =
  (kinds: readonly KindOfAct[]): KindOfAct =>
  (choose) => {
    const [place, moment, kind] = [choose([0, 1] as const), choose(MOMENT_NAMES), choose(kinds)]
    const other = kind(choose)
    return {
      title: `merchant ${place + 1} moves to the other database, ${moment}: ${other.title}`,
      whyNot: (stage) => other.whyNot?.(stage) ?? null,
      async begin(stage, record) {
        const shop = stage.shops[place]
        stage.movingShop = shop
        await setRole(stage, 'superuser')
        const source = await placeOf(stage, shop)
        const moved = moveFrom(source, stage, shop)
        moved.catch(() => {})
        await isTrueWithin(async () => {
          const [move] = await openMoves(stage)
          return move ? MOMENTS[moment](move) : (await placeOf(stage, shop)) !== source
        }, REACHED_WITHIN_MS)
        const end = await other.begin(stage, record)
        return async () => {
          try {
            await end()
            stage.say(`   ${await moved}`)
          } finally {
            stage.movingShop = null
            await setRole(stage, 'nosuperuser')
          }
        }
      },
    }
  }

/** The role must be a superuser only while a merchant moves. */
async function setRole({ psql, postgres }: ChaosStage, attribute: string): Promise<void> {
  await psql.execute(postgres.urlOf('postgres', 'postgres'), `alter role counterfoil ${attribute}`)
}

/**
 * Does what docs/scale.md asks of operators: gives the command again when it fails, and aborts the move when the slot is lost.
 * Returns what has happened, as a sentence.
 */
async function moveFrom(source: string, stage: ChaosStage, shop: World): Promise<string> {
  const id = idOf(shop)
  const target = source === 'home' ? CELL : 'home'
  const startedMs = Date.now()
  const state = { isOver: false, problem: 'none', aborts: 0 }
  const watching = abortWhenLost(stage, state)
  while ((await placeOf(stage, shop).catch(() => source)) === source || (await isMoving(stage))) {
    if (Date.now() > startedMs + MOVED_WITHIN_MS) break
    await command(stage, ['--merchant', id, '--to', target])
    await sleep(PAUSE_MS)
  }
  state.isOver = true
  await watching
  const seconds = Math.round((Date.now() - startedMs) / 1000)
  if ((await placeOf(stage, shop)) === source)
    throw new Error(
      `the merchant has not moved after ${seconds} s and ${state.aborts} aborts: ${state.problem}`,
    )
  return `the merchant moved from ${source} to ${target} in ${seconds} s, with ${state.aborts} aborts`
}

type MoveState = { isOver: boolean; problem: string; aborts: number }

async function abortWhenLost(stage: ChaosStage, state: MoveState): Promise<void> {
  let aborted = ''
  for (; !state.isOver; await sleep(PAUSE_MS)) {
    const [move] = await openMoves(stage).catch(() => [])
    if (move?.problem) state.problem = move.problem
    if (!move?.problem?.includes('replication slot is lost') || move.id === aborted) continue
    if (!(await command(stage, ['--abort']))) continue
    aborted = move.id
    state.aborts += 1
  }
}

/** Returns whether it succeeded. */
const command = ({ service, databaseUrls: [home] }: ChaosStage, args: string[]): Promise<boolean> =>
  runCounterfoil(service, home, ['cells', 'move', ...args]).then(
    () => true,
    () => false,
  )

const openMoves = ({ psql, databaseUrls: [home] }: ChaosStage) =>
  psql.select<OpenMove>(home, 'select id, step, progress, problem from moves where finished_at is null')

const isMoving = (stage: ChaosStage) =>
  openMoves(stage).then(
    (moves) => moves.length > 0,
    () => true,
  )

async function placeOf({ psql, databaseUrls: [home] }: ChaosStage, shop: World): Promise<string> {
  const statement = `select cell from merchant_cells where merchant_id = '${idOf(shop)}'`
  const [row] = await psql.select<{ cell: string }>(home, statement)
  return row?.cell ?? 'home'
}

const idOf = ({ merchants: [merchant] }: World): string => merchant?.id ?? ''
