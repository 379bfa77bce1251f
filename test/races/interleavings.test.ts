import { expect, test } from 'vitest'
import { BUGS, stepsOf } from './explorer/bugs.ts'
import { explore } from './explorer/search.ts'
import { fingerprintOf, SOURCES, textOf } from './explorer/sources.ts'
import { printTrace } from './explorer/trace.ts'
import { openScene, type World } from './explorer/world.ts'
import { WORLDS } from './explorer/world-list.ts'

/** Every interleaving of small worlds, in a model: docs/proof.md says what that proves and what it leaves out. */

test.each(WORLDS)('every interleaving keeps every promise: $name', (world) => {
  const scene = openScene(world)
  const { finding } = explore(scene, programsOf(scene))
  expect(finding && printTrace(scene, finding)).toBeNull()
})

test.each(BUGS)('a trace is found when $name', async ({ name, world, steps }) => {
  const scene = openScene(world)
  const { finding } = explore(scene, programsOf(scene, steps))
  const trace = finding && printTrace(scene, finding)
  await expect(`${trace}\n`).toMatchFileSnapshot(`explorer/traces/${name.replaceAll(' ', '-')}.txt`)
})

test.each(Object.keys(SOURCES))('the steps were read from %s as it is now', (name) => {
  const { file, fingerprint } = SOURCES[name] as (typeof SOURCES)[string]
  const now = fingerprintOf(name)
  const advice =
    `${name} in ${file} has changed since it was transcribed into steps. Read what changed, change the steps in ` +
    `test/races/explorer that name it, and then set its fingerprint in sources.ts to '${now}'.`
  expect(now, advice).toBe(fingerprint)
})

test('each step begins a statement of its function', () => {
  const steps = WORLDS.flatMap((world) => world.actors.flatMap((actor) => stepsOf(world, actor)))
  const strays = steps.flatMap(({ name, source }) => {
    const isFound = !source || textOf(source.in).split(source.begins).length === 2
    return isFound ? [] : [`${name}: ${source.in} does not contain “${source.begins}” once`]
  })
  expect([...new Set(strays)]).toEqual([])
})

function programsOf(
  scene: ReturnType<typeof openScene>,
  change = (steps: ReturnType<typeof stepsOf>) => steps,
) {
  const { world, processes }: { world: World; processes: typeof scene.processes } = scene
  return new Map(processes.map((process) => [process, change(stepsOf(world, process.actor))]))
}
