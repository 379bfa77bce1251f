import { committed, type State } from './rows.ts'
import { isLive, isRedeemed } from './steps.ts'
import { local, REDEEMED, type Redemption, type Scene } from './world.ts'

type Check = (scene: Scene, state: State) => boolean

const count = <T>(items: T[], isCounted: (item: T) => boolean): number => items.filter(isCounted).length

/** The redemption that a process has reported; null if it has reported none. */
function reported(
  { redemptions }: Scene,
  state: State,
  process: Scene['processes'][number],
): Redemption | null {
  const result = local(state, process, 'result')
  return result < REDEEMED ? null : (redemptions[result - REDEEMED] ?? null)
}

/** What must hold in every state, for everybody who reads what is committed. */
export const PROMISES: Record<string, Check> = {
  'no cap is exceeded': ({ redemptions }, state) =>
    redemptions.every(({ exceedsCap }) => committed(state, exceedsCap) === 0),

  'no quota is exceeded': ({ redemptions }, state) =>
    redemptions.every(({ exceedsQuota }) => committed(state, exceedsQuota) === 0),

  'each redemption reports how many remain': ({ redemptions }, state) =>
    redemptions.every(({ remainsWrongly }) => committed(state, remainsWrongly) === 0),

  'each counter equals its redemptions': ({ redemptions, userQuotas, voucherQuota }, state) => {
    const live = redemptions.filter((redemption) => isLive({ state }, redemption))
    return (
      committed(state, voucherQuota.used) === live.length &&
      userQuotas.every(
        ({ used }, user) =>
          committed(state, used) === count(live, (redemption) => committed(state, redemption.user) === user),
      )
    )
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
      const rows = users.filter(
        ({ place }) => committed(state, (scene.redemptions[place] as Redemption).exists) === 1,
      )
      return rows.length <= 1 && new Set(results).size <= 1
    })
  },

  'nothing acknowledged is missing': (scene, state) =>
    scene.processes.every((process) => {
      const redemption = reported(scene, state, process)
      return redemption === null || isRedeemed({ state }, redemption)
    }),
}

/** The first promise that the state breaks; null if it breaks none. */
export function brokenPromise(scene: Scene, state: State): string | null {
  for (const [promise, holds] of Object.entries(PROMISES)) if (!holds(scene, state)) return promise
  return null
}
