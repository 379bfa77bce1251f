import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { runFault } from './fault-run.ts'
import { openWorld } from './fault-world.ts'
import { FAULTS } from './faults.ts'
import { whyNoSmallDisk } from './small-disk.ts'

// The real process behind a proxy, with 3 clients. The long form is `npm run prove -- database-faults`.
const directory = await temporaryFolder('faults')
const parts = { standby: true, smallDisk: whyNoSmallDisk() === null }
const world = await openWorld({ directory, parts })
afterAll(() => world.close())

for (const fault of FAULTS) {
  test(`${fault.name}: back within 3 s, every response within 6 s, nothing acknowledged is lost`, {
    timeout: 120_000,
  }, async ({ skip }) => {
    const why = fault.whyNot()
    if (why) skip(why)
    const report = await runFault(world, fault, { clients: 3, length: 'short' })
    expect(report.failures, JSON.stringify(report)).toEqual([])
    expect(report.acknowledged).toBeGreaterThan(0)
  })
}
