import { afterAll, expect, test } from 'vitest'
import { MUTANTS } from '../../scripts/mutants.ts'
import { chooser } from '../support/chooser.ts'
import { BUGS } from './explorer/bugs.ts'
import { gatedFunctions } from './explorer/gated-functions.ts'
import { brokenPromise } from './explorer/invariants.ts'
import { Player } from './explorer/player.ts'
import { programsOf } from './explorer/programs.ts'
import { Rehearsal } from './explorer/rehearsal.ts'
import { explore, LOSES_CONNECTION, type Programs } from './explorer/search.ts'
import { countInDatabase, countInModel, expectSameResults, perform, setStage } from './explorer/stage.ts'
import { hasClose, hasMove, openScene as openWorld, type Process, type Scene } from './explorer/world.ts'
import { WORLDS } from './explorer/world-list.ts'
import { openScene } from './scene.ts'

/** Traces of the model, taken by the service on real sessions: after each step, both are at the same place. */

const races = await openScene({ attemptsPerMinute: 1000 })
const { db, market, merchantId } = races
const outlet = await market.outlet(merchantId, { redeemBy: 'QR' })
await db.unsafe(gatedFunctions())
const director = await db.reserve()
const openPlayer = (number: number) => Player.open(number, races.databaseUrl, director)
/** One for each actor, and one that repeats a request after a lost connection. */
const players = await Promise.all([1, 2, 3, 4, 5].map(openPlayer))
afterAll(async () => {
  await director`select pg_advisory_unlock_all()`
  director.release()
  for (const player of players) await player.db.end({ timeout: 1 })
})

/** Sets the rows of a world, and starts each of its actors on a session. */
async function rehearse(scene: Scene, programs: Programs) {
  const stage = await setStage(races, scene.world, outlet.id)
  const idle = players.slice()
  const start = (process: Process): Player => {
    const player = idle.shift() as Player
    player.play(programs.get(process) ?? [], () => perform(stage, process, player))
    return player
  }
  const actors = scene.processes.slice(0, scene.world.actors.length)
  const cast = new Map(actors.map((process) => [process, start(process)]))
  const rehearsal = new Rehearsal(scene, programs, cast, start)
  await rehearsal.begin()
  return { stage, cast, rehearsal }
}

const steps: string[] = []

/** The closes come first, because their months must not follow an open one. */
const CLOSES_FIRST = WORLDS.filter((world) => !hasMove(world)).toSorted(
  (a, b) => Number(hasClose(b)) - Number(hasClose(a)),
)

test.each(CLOSES_FIRST)('the service takes the steps of the model: $name', async (world) => {
  for (const [seed, crashAfter] of [[1], [2, 8]] as [number, number?][]) {
    const scene = openWorld(world)
    const { stage, cast, rehearsal } = await rehearse(scene, programsOf(scene))
    await rehearsal.play(chooser(seed), crashAfter)
    steps.push(...rehearsal.steps)
    const trace = rehearsal.steps.join('\n')
    expect(await countInDatabase(stage), trace).toEqual(countInModel(scene, rehearsal.state))
    await expectSameResults(rehearsal.state, cast)
    for (const player of cast.values()) await player.connect()
  }
})

test('steps have waited for locks, and connections were lost', () => {
  const count = (ending: string) => steps.filter((step) => step.endsWith(ending)).length
  expect([count(', waits') > 10, count(LOSES_CONNECTION) > 10]).toEqual([true, true])
})

test('the ledger is exact after all these traces', async () => {
  await races.expectExact()
})

test.each(BUGS.filter(({ mutant }) => mutant !== undefined))(
  'the database breaks the same promise if $name',
  async (bug) => {
    const { from = '', to = '' } = MUTANTS.find((mutant) => mutant.from === bug.mutant) ?? {}
    const scene = openWorld({ ...bug.world, name: bug.name })
    const programs = programsOf(scene, bug)
    const { finding } = explore(scene, programs)
    await db.unsafe(gatedFunctions((text) => text.replace(from, () => to)))
    const { stage, rehearsal } = await rehearse(scene, programs)
    for (const { by } of finding?.moves ?? []) {
      await rehearsal.take(scene.processes.find(({ name }) => name === by) as Process)
    }
    expect(brokenPromise(scene, rehearsal.state)).toBe(finding?.promise)
    expect(await countInDatabase(stage)).toEqual(countInModel(scene, rehearsal.state))
    await rehearsal.play(chooser(1))
  },
)
