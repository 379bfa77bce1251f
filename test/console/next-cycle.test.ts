import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextCycleStart } from '../../console/src/preview/next-cycle.ts'
import { cycleAt } from '../../src/domain/redemptions/rules/cycle.ts'

const ZONES = ['UTC', 'Asia/Kuala_Lumpur', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Kiritimati']

test('the preview renews a voucher when the service does, in every zone', () => {
  const time = fc.date({ min: new Date('2024-01-02'), max: new Date('2040-01-01'), noInvalidDate: true })
  const cycle = fc.constantFrom('ONE_TIME' as const, 'MONTHLY' as const, 'BIWEEKLY' as const)
  fc.assert(
    fc.property(cycle, fc.constantFrom(...ZONES), time, (kind, zone, now) => {
      expect(nextCycleStart(kind, zone, now)).toBe(cycleAt(kind, zone, now).resetsAt)
    }),
    { numRuns: 500 },
  )
})
