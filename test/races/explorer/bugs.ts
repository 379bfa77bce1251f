import { REDEEMED } from './data.ts'
import { moveOf } from './find-steps.ts'
import { PART } from './move-steps.ts'
import { countersOf, freeCodes } from './redeem-steps.ts'
import { endTransaction } from './rows.ts'
import {
  addIn,
  commit,
  committedIn,
  endIn,
  localIn,
  lockIn,
  type Step,
  setLocalIn,
  writeIn,
} from './steps.ts'
import { type Actor, AT_SOURCE, RESULT, type World } from './world.ts'
import { A, ABORT, B, B_NEXT, CLOSE, change, KEYED, move, UNLIMITED, VOID } from './world-list.ts'

/** A mistake that somebody could make, as other steps of one kind of actor. */
export type Bug = {
  name: string
  world: Omit<World, 'name'>
  of: Actor['kind']
  steps(steps: Step[]): Step[]
  /** The text that `npm run mutate` replaces to make the same mistake. */
  mutant?: string
}

type Change = Bug['steps']

function find(steps: Step[], name: string): Step {
  const step = steps.find((one) => one.name === name)
  if (!step) throw new Error(`no step is named ${name}`)
  return step
}

const instead =
  (name: string, ...others: Step[]): Change =>
  (steps) => {
    const at = steps.indexOf(find(steps, name))
    return steps.toSpliced(at, 1, ...others)
  }

const without = (name: string): Change => instead(name)

/** Moves a step in front of another one. */
const earlier =
  (name: string, place: string): Change =>
  (steps) => {
    const rest = without(name)(steps)
    return rest.toSpliced(rest.indexOf(find(rest, place)), 0, find(steps, name))
  }

/** Moves a step behind the commit, into its own transaction. */
const afterCommit =
  (name: string): Change =>
  (steps) =>
    instead('respond', find(steps, name), commit, find(steps, 'respond'))(without(name)(steps))

/** The step writes although its facts have changed. */
const believing =
  (name: string): Change =>
  (steps) => {
    const step = find(steps, name)
    const run: Step['run'] = (turn) => {
      const next = step.run(turn)
      return next === 'old facts' || next === 'lost race' ? 'next' : next
    }
    return instead(name, { ...step, run })(steps)
  }

const step = (name: string, run: Step['run']): Step => ({ name, source: null, run })

const readCounter = step('read the counter of the voucher', (turn) => {
  setLocalIn(turn, 'seen', committedIn(turn, countersOf(turn).ofVoucher.used))
  return 'next'
})
const writeCounter = step('write the counter of the voucher', (turn) => {
  const { ofVoucher } = countersOf(turn)
  if (!lockIn(turn, ofVoucher)) return 'wait'
  setLocalIn(turn, 'allowedCap', committedIn(turn, turn.scene.voucher.cap))
  writeIn(turn, ofVoucher.used, localIn(turn, 'seen') + 1)
  return localIn(turn, 'seen') + 1 > localIn(turn, 'cap') ? 'old facts' : 'next'
})

/** Compares only the limit, and not the number that the response reports. */
const compareLimitOnly = step('count for the user', (turn) => {
  const { ofUser } = countersOf(turn)
  if (!lockIn(turn, ofUser)) return 'wait'
  setLocalIn(turn, 'allowedQuota', committedIn(turn, turn.scene.voucher.quota))
  return addIn(turn, ofUser.used, 1) > localIn(turn, 'quota') ? 'old facts' : 'next'
})

const drawUnlocked = step('draw a code without a lock', (turn) => {
  const [place] = freeCodes(turn)
  if (place === undefined) return 'old facts'
  setLocalIn(turn, 'code', place + 1)
  return 'next'
})
const assignUnlocked = step('assign the code', (turn) => {
  const code = turn.scene.codes[localIn(turn, 'code') - 1]
  if (!code || !lockIn(turn, code)) return 'wait'
  writeIn(turn, code.redemption, REDEEMED + turn.me.place)
  return 'next'
})

const respondEarly = step('respond', (turn) => {
  setLocalIn(turn, 'result', REDEEMED + turn.me.place)
  return 'next'
})
const endWithCommit = (steps: Step[]): Step => ({
  ...find(steps, 'commit'),
  run(turn) {
    find(steps, 'commit').run(turn)
    return 'end'
  },
})

const lockOnly = step('lock the redemption', (turn) => {
  const [target] = turn.scene.redemptions
  return target && lockIn(turn, target) ? 'next' : 'wait'
})

/** As if the triggers came without a lock. */
const fenceAtOnce = step('refuse writes', (turn) => {
  const { triggers } = moveOf(turn).source
  lockIn(turn, triggers)
  writeIn(turn, triggers.refuse, 1)
  endTransaction(turn.state, turn.me.index, [triggers.row], true)
  return 'next'
})

/** Takes a target without a copy for one that was revealed by the switch. */
const goOnWithSwitch = (steps: Step[]): Step[] => {
  const findInTarget = find(steps, 'look whether the merchant is in the target')
  const run: Step['run'] = (turn) => {
    const next = findInTarget.run(turn)
    if (next === 'next') setLocalIn(turn, 'part', PART.reach)
    return next
  }
  return instead(findInTarget.name, { ...findInTarget, run })(steps)
}

/** An error that nobody expects. */
const failWithoutVoucher = (steps: Step[]): Step[] => {
  const count = find(steps, 'count for the voucher')
  const run: Step['run'] = (turn) => {
    const { source } = moveOf(turn)
    const isGone = localIn(turn, 'place') === AT_SOURCE && committedIn(turn, source.merchant.isHere) === 0
    if (!isGone) return count.run(turn)
    endIn(turn, false)
    setLocalIn(turn, 'result', RESULT.failed)
    return 'end'
  }
  return instead(count.name, { ...count, run })(steps)
}

const MOVING = { actors: [A, move('home')], quota: 1, cap: 1 }
const ABORTED = { actors: [move('home'), ABORT], quota: 1, cap: 1 }

export const BUGS: Bug[] = [
  {
    name: 'the quota is not compared again once its counter is locked',
    world: { actors: [A, A], quota: 1, cap: null },
    of: 'redeem',
    steps: believing('count for the user'),
    mutant: "raise exception 'decided on an old user quota' using errcode = 'CF001';",
  },
  {
    name: 'only the limit is compared and not the number that remains',
    world: { actors: [A, A], quota: 2, cap: null },
    of: 'redeem',
    steps: instead('count for the user', compareLimitOnly),
    mutant: 'moved.used > decided.most or moved.used <> decided.used',
  },
  {
    name: 'the cap is not compared again once its counter is locked',
    world: { actors: [A, B], quota: 1, cap: 1 },
    of: 'redeem',
    steps: believing('count for the voucher'),
    mutant: "raise exception 'decided on an old cap' using errcode = 'CF001';",
  },
  {
    name: 'the voucher is not compared again',
    world: { actors: [A, B, change({ cap: 1 })], quota: 1, cap: 2 },
    of: 'redeem',
    steps: believing('compare with the voucher as it is now'),
    mutant: "raise exception 'decided on an old voucher' using errcode = 'CF001';",
  },
  {
    name: 'the voucher is compared before the counters are locked',
    world: { actors: [A, B, change({ cap: 1 })], quota: 1, cap: 2 },
    of: 'redeem',
    steps: earlier('compare with the voucher as it is now', 'count for the user'),
  },
  {
    name: 'the version of the catalog moves before the change is committed',
    world: { actors: [A, B, change({ cap: 1 })], quota: 1, cap: 2 },
    of: 'change',
    steps: (steps) => [find(steps, 'announce the change'), commit, ...without('announce the change')(steps)],
  },
  {
    name: 'the counter is read before it is locked',
    world: { actors: [A, B], quota: 1, cap: 2 },
    of: 'redeem',
    steps: instead('count for the voucher', readCounter, writeCounter),
  },
  {
    name: 'the counter is moved after the commit',
    world: { actors: [A, B], quota: 1, cap: 1 },
    of: 'redeem',
    steps: afterCommit('count for the voucher'),
  },
  {
    name: 'the event is inserted after the commit',
    world: { actors: [A, B], ...UNLIMITED },
    of: 'redeem',
    steps: afterCommit('insert the event'),
  },
  {
    name: 'the response comes before the commit',
    world: { actors: [A, B], ...UNLIMITED },
    of: 'redeem',
    steps: (steps) => [...steps.slice(0, -2), respondEarly, endWithCommit(steps)],
  },
  {
    name: 'a key that another batch has used is ignored',
    world: { actors: [KEYED, KEYED, VOID], ...UNLIMITED, earlier: 0 },
    of: 'redeem',
    steps: believing('remember the key'),
    mutant: "raise exception 'another batch used an idempotency key' using errcode = 'CF003';",
  },
  {
    name: 'a code is drawn without a lock',
    world: { actors: [A, B_NEXT], ...UNLIMITED, codes: 2 },
    of: 'redeem',
    steps: (steps) => instead('assign the code', assignUnlocked)(instead('draw a code', drawUnlocked)(steps)),
  },
  {
    name: 'a void does not look again once it has locked the redemption',
    world: { actors: [VOID, VOID], quota: 1, cap: null, earlier: 0 },
    of: 'void',
    steps: instead('lock the redemption', lockOnly),
  },
  {
    name: 'a void locks the counters in another order',
    world: { actors: [A, VOID], quota: 2, cap: null, earlier: 0 },
    of: 'void',
    steps: earlier('lock the counter of the voucher', 'lock the counter of the user'),
  },
  {
    name: 'a void does not lock its month',
    world: { actors: [VOID, CLOSE], quota: 1, cap: null, earlier: 0 },
    of: 'void',
    steps: without('share the lock of the month'),
  },
  {
    name: 'a close does not wait for the transactions that are open',
    world: { actors: [A, CLOSE], ...UNLIMITED },
    of: 'close',
    steps: without('find that all earlier transactions have ended'),
  },
  {
    name: 'a redemption looks for a close before it has a transaction id',
    world: { actors: [A, CLOSE], ...UNLIMITED },
    of: 'redeem',
    steps: earlier('look whether the month is being closed', 'count for the user'),
  },
  {
    name: 'the fence does not wait for running batches',
    world: MOVING,
    of: 'move',
    steps: instead('wait for running batches, and refuse writes', fenceAtOnce),
  },
  {
    name: 'the target is revealed before it has everything',
    world: MOVING,
    of: 'move',
    steps: without('find that the target has applied everything'),
  },
  {
    name: 'the copy is not hidden',
    world: MOVING,
    of: 'move',
    steps: without('hide the rows in the target'),
  },
  {
    name: 'the source is not hidden and writes again before its rows are deleted',
    world: MOVING,
    of: 'move',
    steps: (steps) =>
      earlier(
        'drop the triggers in the source',
        'delete the rows in the source',
      )(without('hide the rows in the source')(steps)),
  },
  {
    name: 'a batch that comes after the move is not decided again',
    world: MOVING,
    of: 'redeem',
    steps: failWithoutVoucher,
  },
  {
    name: 'an abort that has ended goes on with the switch',
    world: ABORTED,
    of: 'move',
    steps: goOnWithSwitch,
  },
  {
    name: 'a worker that has lost home is not waited for',
    world: ABORTED,
    of: 'move',
    steps: without('lock both databases'),
  },
]
