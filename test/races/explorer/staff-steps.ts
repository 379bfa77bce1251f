import type { Redemption } from './data.ts'
import { type Column, share } from './rows.ts'
import {
  addIn,
  commit,
  committedIn,
  from,
  localIn,
  lockIn,
  readIn,
  respondDone,
  type Step,
  setLocalIn,
  type Turn,
  unlessDone,
  writeIn,
} from './steps.ts'
import type { Insertions } from './world.ts'

/** Staff void and review the earlier redemption. */
const targetOf = ({ scene }: Turn) => scene.redemptions[0] as Redemption

function countersOf(turn: Turn) {
  const { userQuotas, voucherQuotas } = turn.scene
  const [ofUser, ofVoucher] = [userQuotas[0]?.[committedIn(turn, targetOf(turn).user)], voucherQuotas[0]]
  if (!ofUser || !ofVoucher) throw new Error('there is no such counter')
  return { ofUser, ofVoucher }
}

const insertionsOf = ({ scene, me }: Turn) => scene.insertions[me.index] as Insertions
const isSet = (turn: Turn, column: Column) => readIn(turn, column) === 1

const find: Step = {
  name: 'find the redemption',
  source: from('findRedemption', 'where r.id = '),
  run(turn) {
    if (turn.me.actor.kind === 'void') setLocalIn(turn, 'isDone', committedIn(turn, targetOf(turn).isVoided))
    return 'next'
  },
}

const findMonth: Step = {
  name: 'find the month that counts it',
  source: from('getMonthsOfChange', 'select mode = '),
  run(turn) {
    setLocalIn(turn, 'isInLaterMonth', committedIn(turn, targetOf(turn).isLate))
    return 'next'
  },
}

const enterMonth: Step = {
  name: 'enter the month',
  source: from('lockOpenMonth', 'insert into statement_months (month)'),
  run(turn) {
    const { month } = turn.scene
    if (localIn(turn, 'isInLaterMonth') === 1) return 'skip'
    if (readIn(turn, month.exists) === 1) return 'next'
    if (!lockIn(turn, month)) return 'wait'
    if (readIn(turn, month.exists) === 0) writeIn(turn, month.exists, 1)
    return 'next'
  },
}

const shareMonth: Step = {
  name: 'share the lock of the month',
  source: from('lockOpenMonth', 'select from statement_months where month = '),
  run(turn) {
    const { state, scene, me } = turn
    if (localIn(turn, 'isInLaterMonth') === 1) return 'skip'
    return share(state, me.index, scene.month.row) ? 'next' : 'wait'
  },
}

const lookWhetherClosed: Step = {
  name: 'look whether the month is closed',
  source: from('findClose', 'select closed_at, case when month ='),
  run(turn) {
    if (localIn(turn, 'isInLaterMonth') === 1) return 'skip'
    setLocalIn(turn, 'isInLaterMonth', committedIn(turn, turn.scene.month.isClosed))
    return 'next'
  },
}

/** The same three statements. The later month stays open in all worlds. */
const enterLaterMonth: Step = {
  name: 'enter the later month',
  source: from('lockOpenMonth', 'insert into statement_months (month)'),
  run(turn) {
    const { laterMonth } = turn.scene
    if (localIn(turn, 'isInLaterMonth') === 0) return 'skip'
    if (readIn(turn, laterMonth.exists) === 1) return 'next'
    if (!lockIn(turn, laterMonth)) return 'wait'
    writeIn(turn, laterMonth.exists, 1)
    return 'next'
  },
}

const MONTH_STEPS = [findMonth, enterMonth, shareMonth, lookWhetherClosed, enterLaterMonth]

const lockUserCounter: Step = {
  name: 'lock the counter of the user',
  source: from('lockUserQuota', 'select from user_quotas'),
  run(turn) {
    return lockIn(turn, countersOf(turn).ofUser) ? 'next' : 'wait'
  },
}

const lockVoucherCounter: Step = {
  name: 'lock the counter of the voucher',
  source: from('lockVoucherQuota', 'select from voucher_quotas'),
  run: (turn) => (lockIn(turn, countersOf(turn).ofVoucher) ? 'next' : 'wait'),
}

const lockRedemption: Step = {
  name: 'lock the redemption',
  source: from('lockRedemption', 'for no key update of r'),
  run(turn) {
    const target = targetOf(turn)
    if (!lockIn(turn, target)) return 'wait'
    if (turn.me.actor.kind === 'void') setLocalIn(turn, 'isDone', readIn(turn, target.isVoided))
    return 'next'
  },
}

/** The statement changes the row only if it is not voided. It has locked all three rows by then. */
const voidRedemption: Step = {
  name: 'void it and give back both counters',
  source: from('updateToVoided', 'with voided as ('),
  run(turn) {
    const target = targetOf(turn)
    const { ofUser, ofVoucher } = countersOf(turn)
    if (![target, ofUser, ofVoucher].every((rows) => lockIn(turn, rows))) return 'wait'
    if (isSet(turn, target.isVoided)) return 'next'
    writeIn(turn, target.isVoided, 1)
    addIn(turn, ofUser.used, -1)
    addIn(turn, ofVoucher.used, -1)
    return 'next'
  },
}

/** Only a redemption that was counted until now makes a difference. */
const adjust: Step = {
  name: 'adjust the statement of the later month',
  source: from('insertAdjustment', 'insert into statement_adjustments'),
  run(turn) {
    const { isRejected, isVoided } = targetOf(turn)
    if (localIn(turn, 'isInLaterMonth') === 0) return 'skip'
    const wasCounted =
      turn.me.actor.kind === 'void'
        ? !isSet(turn, isRejected)
        : !isSet(turn, isVoided) && committedIn(turn, isRejected) === 0
    if (!wasCounted) return 'skip'
    const insertions = insertionsOf(turn)
    lockIn(turn, insertions)
    addIn(turn, insertions.decreases, 1)
    return 'next'
  },
}

const insertEvent: Step = {
  name: 'insert the event of the void',
  source: from('enqueueEvents', 'insert into events (id, partner_id, user_id, type, body, created_at)'),
  run(turn) {
    const insertions = insertionsOf(turn)
    lockIn(turn, insertions)
    addIn(turn, insertions.voidEvents, 1)
    return 'next'
  },
}

export const VOID_STEPS: Step[] = unlessDone([
  find,
  ...MONTH_STEPS,
  lockUserCounter,
  lockVoucherCounter,
  lockRedemption,
  voidRedemption,
  adjust,
  insertEvent,
  commit,
  respondDone,
])

const reject: Step = {
  name: 'store the review',
  source: from('updateReview', 'update redemptions'),
  run(turn) {
    writeIn(turn, targetOf(turn).isRejected, 1)
    return 'next'
  },
}

/** All reviews reject the redemption. */
export const REVIEW_STEPS: Step[] = [
  find,
  ...MONTH_STEPS,
  lockRedemption,
  reject,
  adjust,
  commit,
  respondDone,
]

const lockVoucher: Step = {
  name: 'lock the voucher',
  source: from('lockVoucher', 'for no key update'),
  run: (turn) => (lockIn(turn, turn.scene.voucher) ? 'next' : 'wait'),
}

const updateVoucher: Step = {
  name: 'update the voucher',
  source: from('updateVoucher', 'update vouchers'),
  run(turn) {
    const { actor } = turn.me
    const { voucher } = turn.scene
    if (actor.kind !== 'change') throw new Error('this is no change')
    if (actor.quota !== undefined) writeIn(turn, voucher.quota, actor.quota)
    if (actor.cap !== undefined) writeIn(turn, voucher.cap, actor.cap)
    return 'next'
  },
}

const announce: Step = {
  name: 'announce the change',
  source: from('announce_catalog_change', 'update catalog_version'),
  run(turn) {
    const { catalog } = turn.scene
    if (!lockIn(turn, catalog)) return 'wait'
    addIn(turn, catalog.version, 1)
    return 'next'
  },
}

export const CHANGE_STEPS: Step[] = [lockVoucher, updateVoucher, announce, commit, respondDone]
