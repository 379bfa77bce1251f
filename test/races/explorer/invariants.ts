import { countInMonth } from './close-steps.ts'
import { REDEEMED, type Redemption } from './data.ts'
import { brokenPromiseOfMove, isVisible } from './move-promises.ts'
import { committed, type State } from './rows.ts'
import { isLive, isRedeemed } from './steps.ts'
import { local, RESULT, type Scene } from './world.ts'

type Check = (scene: Scene, state: State) => boolean

const count = <T>(items: T[], isCounted: (item: T) => boolean): number => items.filter(isCounted).length

const sum = <T>(items: T[], numberOf: (item: T) => number): number =>
  items.reduce((total, item) => total + numberOf(item), 0)

/** The redemption that a process has reported; null if it has reported none. */
function reported(
  { redemptions }: Scene,
  state: State,
  process: Scene['processes'][number],
): Redemption | null {
  const result = local(state, process, 'result')
  return result < REDEEMED ? null : (redemptions[result - REDEEMED] ?? null)
}

/** Whether that which staff were told is committed. */
function isStored(scene: Scene, state: State, { actor }: Scene['processes'][number]): boolean {
  const { isVoided, isRejected } = scene.redemptions[0] as Redemption
  if (actor.kind === 'void') return committed(state, isVoided) === 1
  if (actor.kind === 'review') return committed(state, isRejected) === 1
  if (actor.kind === 'close') return committed(state, scene.month.isClosed) === 1
  const { isAborted, isFinished } = scene.move?.moves ?? {}
  if (actor.kind === 'move' && isFinished) return committed(state, isFinished) === 1
  if (actor.kind === 'abort' && isFinished && isAborted)
    return committed(state, isAborted) === 1 || committed(state, isFinished) === 1
  return committed(state, scene.catalog.version) > 1
}

/** What must hold in every state, for everybody who reads what is committed. */
export const PROMISES: Record<string, Check> = {
  'no cap is exceeded': ({ redemptions }, state) =>
    redemptions.every(({ exceedsCap }) => committed(state, exceedsCap) === 0),

  'no quota is exceeded': ({ redemptions }, state) =>
    redemptions.every(({ exceedsQuota }) => committed(state, exceedsQuota) === 0),

  'each redemption reports how many remain': ({ redemptions }, state) =>
    redemptions.every(({ remainsWrongly }) => committed(state, remainsWrongly) === 0),

  'each counter equals its redemptions': ({ redemptions, userQuotas, voucherQuotas }, state) => {
    const live = redemptions.filter((redemption) => isLive({ state }, redemption))
    return voucherQuotas.every(({ used }, cycle) => {
      const inCycle = live.filter((redemption) => committed(state, redemption.cycle) === cycle)
      const ofUser = (user: number) =>
        count(inCycle, (redemption) => committed(state, redemption.user) === user)
      const areRight = userQuotas[cycle]?.every(
        (quota, user) => committed(state, quota.used) === ofUser(user),
      )
      return committed(state, used) === inCycle.length && areRight === true
    })
  },

  'each redemption has one event': ({ redemptions }, state) =>
    redemptions.every(({ exists, events }) => committed(state, events) === committed(state, exists)),

  'each code is dispensed once': ({ redemptions, codes, world }, state) => {
    if (world.codes === undefined) return true
    return codes.every(({ redemption }, i) => {
      const holders = redemptions.filter(
        (one) => isRedeemed({ state }, one) && committed(state, one.code) === i + 1,
      )
      const dispensedTo = redemptions[committed(state, redemption) - REDEEMED]
      return dispensedTo ? holders.length === 1 && holders[0] === dispensedTo : holders.length === 0
    })
  },

  'a key gives one redemption': (scene, state) => {
    const { processes, keys } = scene
    return keys.every((_, key) => {
      const users = processes.filter(({ actor }) => actor.kind === 'redeem' && actor.key === key)
      const results = users.map((user) => reported(scene, state, user)).filter((one) => one !== null)
      const rows = users.filter(({ place }) =>
        scene.databases.some(({ redemptions }) => isRedeemed({ state }, redemptions[place] as Redemption)),
      )
      return rows.length <= 1 && new Set(results).size <= 1
    })
  },

  'a void has one event': ({ redemptions, insertions }, state) =>
    sum(insertions, ({ voidEvents }) => committed(state, voidEvents)) ===
    sum(redemptions, ({ isVoided }) => committed(state, isVoided)),

  'statements and adjustments equal the redemptions': (scene, state) => {
    const { redemptions, insertions, month, statement } = scene
    const isClosed = committed(state, month.isClosed) === 1
    const net = isClosed ? committed(state, statement.net) : countInMonth({ state, scene })
    const late = sum(redemptions, ({ isLate }) => committed(state, isLate))
    const decreases = sum(insertions, (one) => committed(state, one.decreases))
    const counted = redemptions.filter(
      (one) => isLive({ state }, one) && committed(state, one.isRejected) === 0,
    )
    return net + late - decreases === counted.length
  },

  'nothing acknowledged is missing': (scene, state) =>
    scene.processes.every((process) => {
      const redemption = reported(scene, state, process)
      if (redemption) return isRedeemed({ state }, redemption)
      return local(state, process, 'result') !== RESULT.done || isStored(scene, state, process)
    }),
}

/** The first promise that the state breaks; null if it breaks none. */
export function brokenPromise(scene: Scene, state: State): string | null {
  // Everybody reads the database in which the merchant lives.
  const read = scene.atTarget && isVisible(state, scene.move?.target) ? scene.atTarget : scene
  for (const [promise, holds] of Object.entries(PROMISES)) if (!holds(read, state)) return promise
  return scene.move ? brokenPromiseOfMove(scene, scene.move, state) : null
}
