import { programsOf } from '../test/races/explorer/programs.ts'
import { explore } from '../test/races/explorer/search.ts'
import { printTrace } from '../test/races/explorer/trace.ts'
import { openScene } from '../test/races/explorer/world.ts'
import { LARGE_WORLDS, WORLDS } from '../test/races/explorer/world-list.ts'
import type { Proof } from './proof.ts'

/** The long form of test/races/interleavings.test.ts: worlds of four actors, too. */
export const proveInterleavings: Proof = async (_directory, say) => {
  let isKept = true
  for (const world of [...WORLDS, ...LARGE_WORLDS]) {
    const scene = openScene(world)
    const before = process.cpuUsage()
    const { states, finding } = explore(scene, programsOf(scene))
    const seconds = process.cpuUsage(before).user / 1_000_000
    say(`${world.name}: ${states} states, ${seconds.toFixed(1)} s of CPU time`)
    if (finding) say(printTrace(scene, finding))
    isKept = isKept && finding === null
  }
  return isKept
}
