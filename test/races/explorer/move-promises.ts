import type { MovePlace, MovePlaces } from './move-places.ts'
import { committed, type State } from './rows.ts'
import { isRedeemed } from './steps.ts'
import { local, RESULT, type Scene } from './world.ts'

type Check = (scene: Scene, move: MovePlaces, state: State) => boolean

/** Whether a new statement finds the merchant there. */
export function isVisible(state: State, place: MovePlace | undefined): boolean {
  if (!place) return false
  return committed(state, place.merchant.isHere) === 1 && committed(state, place.views.hide) === 0
}

function isWritten(state: State, place: MovePlace): boolean {
  return isVisible(state, place) && committed(state, place.triggers.refuse) === 0
}

/** Nothing of a move is left in the database. */
function isClean(state: State, { views, triggers }: MovePlace): boolean {
  return committed(state, views.hide) === 0 && committed(state, triggers.refuse) === 0
}

export const PROMISES_OF_MOVES: Record<string, Check> = {
  'the merchant is found': (_, { source, target }, state) =>
    isVisible(state, source) || isVisible(state, target),

  'one database at a time writes the merchant': (_, { source, target }, state) =>
    !(isWritten(state, source) && isWritten(state, target)),

  'everything comes along': (_, { source, target }, state) =>
    !isVisible(state, target) ||
    source.redemptions.every((old, place) => {
      const copy = target.redemptions[place]
      return !isRedeemed({ state }, old) || (copy !== undefined && isRedeemed({ state }, copy))
    }),

  'no request fails while a merchant moves': ({ processes }, _, state) =>
    processes.every((process) => {
      const result = local(state, process, 'result')
      return result !== RESULT.failed && result !== RESULT['not found']
    }),

  'an ended move leaves nothing behind': (_, { source, target, moves, map, slot, subscription }, state) => {
    if (committed(state, moves.isFinished) === 0) return true
    const isMoved = committed(state, map.isTarget) === 1
    const [owner, other] = isMoved ? [target, source] : [source, target]
    return (
      isWritten(state, owner) &&
      [owner, other].every((place) => isClean(state, place)) &&
      [other.merchant.isHere, slot.exists, subscription.exists].every((one) => committed(state, one) === 0)
    )
  },
}

export function brokenPromiseOfMove(scene: Scene, move: MovePlaces, state: State): string | null {
  for (const [promise, holds] of Object.entries(PROMISES_OF_MOVES))
    if (!holds(scene, move, state)) return promise
  return null
}
