import { redeemSteps } from './redeem-steps.ts'
import type { Step } from './steps.ts'
import type { Actor, World } from './world.ts'

/** A mistake that somebody could make, as another list of steps. */
export type Bug = { name: string; world: World; steps: (steps: Step[]) => Step[] }

export function stepsOf(world: World, actor: Actor): Step[] {
  if (actor.kind !== 'redeem') throw new Error(`no steps for ${actor.kind}`)
  return redeemSteps(world)
}

const USERS: Actor[] = [
  { kind: 'redeem', user: 0 },
  { kind: 'redeem', user: 1 },
]

/** The step ignores that the facts have changed. */
const believing =
  (name: string) =>
  (steps: Step[]): Step[] =>
    steps.map((step) => {
      if (step.name !== name) return step
      return {
        ...step,
        run: (turn) => {
          const next = step.run(turn)
          return next === 'old facts' || next === 'lost race' ? 'next' : next
        },
      }
    })

export const BUGS: Bug[] = [
  {
    name: 'the cap is not compared again once its counter is locked',
    world: { name: 'a cap of one', actors: USERS, quota: 1, cap: 1 },
    steps: believing('count for the voucher'),
  },
]
