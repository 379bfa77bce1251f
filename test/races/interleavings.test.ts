import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MUTANTS } from '../../scripts/mutants.ts'
import { BUGS } from './explorer/bugs.ts'
import { programsOf, stepsOf } from './explorer/programs.ts'
import { explore } from './explorer/search.ts'
import { fingerprintOf, SOURCES, textOf } from './explorer/sources.ts'
import { printTrace } from './explorer/trace.ts'
import { openScene } from './explorer/world.ts'
import { WORLDS } from './explorer/world-list.ts'

/** Every interleaving of small worlds, in a model: docs/proof.md says what that proves and what it leaves out. */

let states = 0

test.each(WORLDS)('every interleaving keeps every promise: $name', (world) => {
  const scene = openScene(world)
  const { finding, ...exploration } = explore(scene, programsOf(scene))
  states += exploration.states
  expect(finding && printTrace(scene, finding)).toBeNull()
})

test('docs/proof.md has the numbers of worlds, bugs and states, and one of the traces', () => {
  const page = readFileSync('docs/proof.md', 'utf8')
  expect(page).toContain(`${WORLDS.length} small worlds`)
  expect(page).toContain(`${BUGS.length} bugs`)
  expect(page).toContain(`${Math.floor(states / 1000)},000 states`)
  expect(page).toContain(
    readFileSync('test/races/explorer/traces/a-void-does-not-lock-its-month.txt', 'utf8'),
  )
})

test.each(BUGS)('a shortest trace is found if $name', async (bug) => {
  const scene = openScene({ ...bug.world, name: bug.name })
  const { finding } = explore(scene, programsOf(scene, bug))
  const trace = finding ? printTrace(scene, finding) : 'nothing is found'
  await expect(`${trace}\n`).toMatchFileSnapshot(`explorer/traces/${bug.name.replaceAll(' ', '-')}.txt`)
})

test('the bugs that `npm run mutate` makes too are still in its list', () => {
  const known = new Set(MUTANTS.map(({ from }) => from))
  expect(BUGS.filter(({ mutant }) => mutant !== undefined && !known.has(mutant))).toEqual([])
})

test.each(Object.entries(SOURCES))('the steps were read from %s as it is now', (name, source) => {
  const now = fingerprintOf(name)
  const advice =
    `${name} in ${source.file} has changed since it was transcribed into steps. Read what changed, change the steps in ` +
    `test/races/explorer that name it, and then set its fingerprint in sources.ts to '${now}'.`
  expect(now, advice).toBe(source.fingerprint)
})

test('each step is a statement of its function', () => {
  const steps = WORLDS.flatMap((world) => world.actors.flatMap((actor) => stepsOf(world, actor)))
  const strays = steps.flatMap(({ name, source }) => {
    const isFound = !source || textOf(source.in).split(source.contains).length === 2
    return isFound ? [] : [`${name}: ${source.in} does not contain “${source.contains}” once`]
  })
  expect([...new Set(strays)]).toEqual([])
})
