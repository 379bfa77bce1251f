import { REDEEMED, type Redemption } from './data.ts'
import { FIND_STEPS, inDatabaseOfMerchant, needsVoucher, refusedWhileMoving, withLog } from './find-steps.ts'
import { isGranted } from './redeem-facts.ts'
import { isLockedByOther, NULL } from './rows.ts'
import {
  addIn,
  committedIn,
  endIn,
  from,
  isLive,
  localIn,
  lockIn,
  readIn,
  type Step,
  setLocalIn,
  type Turn,
  writeIn,
} from './steps.ts'
import { hasClose, hasMove, RESULT, type World } from './world.ts'

function actorOf({ me: { actor } }: Turn) {
  if (actor.kind !== 'redeem') throw new Error('only users redeem')
  return actor
}

const redemptionOf = ({ scene, me }: Turn) => scene.redemptions[me.place] as Redemption

/** The two counters of a redemption. */
export function countersOf(turn: Turn) {
  const { user, cycle = 0 } = actorOf(turn)
  const [ofUser, ofVoucher] = [turn.scene.userQuotas[cycle]?.[user], turn.scene.voucherQuotas[cycle]]
  if (!ofUser || !ofVoucher) throw new Error('there is no such counter')
  return { ofUser, ofVoucher }
}

function keyOf(turn: Turn) {
  const { key } = actorOf(turn)
  return key === undefined ? null : (turn.scene.keys[key] ?? null)
}

/** One statement reads all facts. A redemption with the same key is the result. */
const loadAndDecide: Step = {
  name: 'load the facts and decide',
  source: from('loadFacts', 'with async_commit as materialized'),
  run(turn) {
    const { scene } = turn
    const key = keyOf(turn)
    const earlier = key ? committedIn(turn, key.redemption) : 0
    if (earlier !== 0) {
      setLocalIn(turn, 'result', earlier)
      return 'end'
    }
    const facts = {
      used: committedIn(turn, countersOf(turn).ofUser.used),
      usedByAll: committedIn(turn, countersOf(turn).ofVoucher.used),
      quota: committedIn(turn, scene.voucher.quota),
      cap: committedIn(turn, scene.voucher.cap),
      codesLeft: scene.world.codes === undefined ? null : freeCodes(turn).length,
    }
    if (!isGranted(facts)) {
      setLocalIn(turn, 'result', RESULT.refused)
      return 'end'
    }
    setLocalIn(turn, 'used', facts.used)
    setLocalIn(turn, 'quota', facts.quota)
    setLocalIn(turn, 'cap', facts.cap)
    setLocalIn(turn, 'version', committedIn(turn, scene.catalog.version))
    return 'next'
  },
}

/** The places of the codes that no redemption has, in upload order. */
export function freeCodes(turn: Turn): number[] {
  return turn.scene.codes.flatMap((code, i) => (committedIn(turn, code.redemption) === 0 ? [i] : []))
}

const countForUser: Step = {
  name: 'count for the user',
  source: from('add_to_user_quotas', 'with moved as ('),
  run(turn) {
    const { ofUser } = countersOf(turn)
    if (!lockIn(turn, ofUser)) return 'wait'
    setLocalIn(turn, 'allowedQuota', committedIn(turn, turn.scene.voucher.quota))
    const used = addIn(turn, ofUser.used, 1)
    const isOutdated = used > localIn(turn, 'quota') || used !== localIn(turn, 'used') + 1
    return isOutdated ? 'old facts' : 'next'
  },
}

const countForVoucher: Step = {
  name: 'count for the voucher',
  source: from('add_to_voucher_quotas', 'with moved as ('),
  run(turn) {
    const { ofVoucher } = countersOf(turn)
    if (!lockIn(turn, ofVoucher)) return 'wait'
    setLocalIn(turn, 'allowedCap', committedIn(turn, turn.scene.voucher.cap))
    return addIn(turn, ofVoucher.used, 1) > localIn(turn, 'cap') ? 'old facts' : 'next'
  },
}

const compareVoucher: Step = {
  name: 'compare with the voucher as it is now',
  source: from('require_current_vouchers', 'if decided_by is distinct from'),
  run(turn) {
    const { catalog, voucher } = turn.scene
    if (committedIn(turn, catalog.version) === localIn(turn, 'version')) return 'next'
    const isOutdated =
      committedIn(turn, voucher.quota) !== localIn(turn, 'quota') ||
      committedIn(turn, voucher.cap) !== localIn(turn, 'cap')
    return isOutdated ? 'old facts' : 'next'
  },
}

const rememberKey: Step = {
  name: 'remember the key',
  source: from('remember_idempotency_keys', 'with remembered as ('),
  run(turn) {
    const key = keyOf(turn)
    if (!key) return 'skip'
    if (!lockIn(turn, key)) return 'wait'
    if (readIn(turn, key.redemption) !== 0) return 'lost race'
    writeIn(turn, key.redemption, REDEEMED + turn.me.place)
    return 'next'
  },
}

/** The first try skips codes that others have locked. The second one waits for them. */
const drawCode: Step = {
  name: 'draw a code',
  source: from('draw_codes', 'if waiting then'),
  run(turn) {
    const { scene, state, me } = turn
    const mayWait = localIn(turn, 'waitsForCodes') === 1
    for (const place of freeCodes(turn)) {
      const code = scene.codes[place] as Turn['scene']['codes'][number]
      if (isLockedByOther(state, me.index, code.row)) {
        if (mayWait) return 'wait'
        continue
      }
      lockIn(turn, code)
      setLocalIn(turn, 'code', place + 1)
      return 'next'
    }
    return 'old facts'
  },
}

const assignCode: Step = {
  name: 'assign the code',
  source: from('write_redemptions', 'update voucher_codes as c'),
  run(turn) {
    const code = turn.scene.codes[localIn(turn, 'code') - 1] as Turn['scene']['codes'][number]
    writeIn(turn, code.redemption, REDEEMED + turn.me.place)
    return 'next'
  },
}

const insertRedemption: Step = {
  name: 'insert the redemption',
  source: from('insert_redemptions', 'insert into redemptions ('),
  run(turn) {
    const redemption = redemptionOf(turn)
    lockIn(turn, redemption)
    writeIn(turn, redemption.exists, 1)
    writeIn(turn, redemption.code, localIn(turn, 'code'))
    writeIn(turn, redemption.remaining, localIn(turn, 'quota') - localIn(turn, 'used') - 1)
    return 'next'
  },
}

const lookForClose: Step = {
  name: 'look whether the month is being closed',
  source: from('write_redemptions', 'if last_closing_month() >= any (months) then'),
  run(turn) {
    setLocalIn(turn, 'isInLaterMonth', committedIn(turn, turn.scene.month.isClosing))
    return 'next'
  },
}

const noteAsLate: Step = {
  name: 'note it as late',
  source: from('note_late_redemptions', 'insert into statement_adjustments'),
  run(turn) {
    if (localIn(turn, 'isInLaterMonth') === 0) return 'skip'
    writeIn(turn, redemptionOf(turn).isLate, committedIn(turn, turn.scene.month.isClosing))
    return 'next'
  },
}

const insertEvent: Step = {
  name: 'insert the event',
  source: from('write_redemptions', 'insert into events (id, partner_id, user_id, type, body, created_at)'),
  run(turn) {
    addIn(turn, redemptionOf(turn).events, 1)
    return 'next'
  },
}

/** The statement is its own transaction. */
const commitRedemption: Step = {
  name: 'commit',
  source: null,
  run(turn) {
    judge(turn)
    endIn(turn, true)
    return 'next'
  },
}

/**
 * What nobody in the service computes: it counts rows. A redemption may use the limits that were in force when it locked
 * its counters, or those at its commit.
 */
export function judge(turn: Turn): void {
  const { scene } = turn
  const { user, cycle = 0 } = actorOf(turn)
  const redemption = redemptionOf(turn)
  const others = scene.redemptions.flatMap((_, place) => {
    if (place === turn.me.place) return []
    const copies = scene.databases.map(({ redemptions }) => redemptions[place] as Redemption)
    const counted = copies.find((one) => isLive(turn, one) && committedIn(turn, one.cycle) === cycle)
    return counted ? [counted] : []
  })
  const ofUser = 1 + others.filter((other) => committedIn(turn, other.user) === user).length
  const quota = Math.max(localIn(turn, 'allowedQuota'), committedIn(turn, scene.voucher.quota))
  const cap = Math.max(localIn(turn, 'allowedCap'), committedIn(turn, scene.voucher.cap))
  const remaining = localIn(turn, 'quota') - ofUser
  writeIn(turn, redemption.exceedsQuota, Number(ofUser > quota))
  writeIn(turn, redemption.exceedsCap, Number(cap !== NULL && 1 + others.length > cap))
  writeIn(turn, redemption.remainsWrongly, Number(readIn(turn, redemption.remaining) !== remaining))
}

const respond: Step = {
  name: 'respond',
  source: null,
  run(turn) {
    setLocalIn(turn, 'result', REDEEMED + turn.me.place)
    return 'end'
  },
}

/** The steps of a redemption. Those that cannot do anything in this world are left out. */
export function redeemSteps(world: World): Step[] {
  const { actors, codes } = world
  const hasPool = codes !== undefined
  const hasKeys = actors.some((actor) => actor.kind === 'redeem' && actor.key !== undefined)
  const steps = [
    loadAndDecide,
    countForUser,
    countForVoucher,
    compareVoucher,
    ...(hasKeys ? [rememberKey] : []),
    ...(hasPool ? [drawCode, assignCode] : []),
    insertRedemption,
    ...(hasClose(world) ? [lookForClose, noteAsLate] : []),
    insertEvent,
    commitRedemption,
    respond,
  ]
  return hasMove(world) ? whileMoving(steps) : steps
}

/** The same steps in one of two databases. Events stay where they are, so nothing keeps them from being written. */
function whileMoving(steps: Step[]): Step[] {
  const writing = new Set([countForUser, rememberKey, assignCode, insertRedemption])
  const changed = steps.map((step) => {
    if (step === loadAndDecide) return inDatabaseOfMerchant(step)
    if (step === countForVoucher) return needsVoucher(refusedWhileMoving(step))
    if (step === commitRedemption) return withLog(step)
    return writing.has(step) ? refusedWhileMoving(step) : step
  })
  return [...FIND_STEPS, ...changed]
}
