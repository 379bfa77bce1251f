import { CLOSE_STEPS } from './close-steps.ts'
import { ABORT_STEPS, MOVE_STEPS } from './move-steps.ts'
import { redeemSteps } from './redeem-steps.ts'
import type { Programs } from './search.ts'
import { CHANGE_STEPS, REVIEW_STEPS, VOID_STEPS } from './staff-steps.ts'
import type { Step } from './steps.ts'
import type { Actor, Scene, World } from './world.ts'

export function stepsOf(world: World, { kind }: Actor): Step[] {
  if (kind === 'redeem') return redeemSteps(world)
  if (kind === 'void') return VOID_STEPS
  if (kind === 'review') return REVIEW_STEPS
  if (kind === 'move') return MOVE_STEPS
  if (kind === 'abort') return ABORT_STEPS
  return kind === 'close' ? CLOSE_STEPS : CHANGE_STEPS
}

/** The steps of each process, perhaps with a bug in those of one kind of actor. */
export function programsOf(
  { world, processes }: Scene,
  bug?: { of: Actor['kind']; steps(steps: Step[]): Step[] },
): Programs {
  return new Map(
    processes.map((process) => {
      const steps = stepsOf(world, process.actor)
      return [process, bug?.of === process.actor.kind ? bug.steps(steps) : steps]
    }),
  )
}
