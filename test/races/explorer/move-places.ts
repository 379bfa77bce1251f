import type { Data } from './data.ts'
import type { Column, Layout, Row } from './rows.ts'

type Place<Names extends string> = Record<Names, Column> & { row: Row }

/** One of the two databases of a move, with what decides who may write the merchant there. */
export type MovePlace = Data & {
  /** Whether there are rows of the merchant, whether views hide them, and whether triggers refuse to write them. */
  merchant: Place<'isHere'>
  views: Place<'hide'>
  triggers: Place<'refuse'>
  /** Each writer shares the lock of the tables. A change of triggers has it alone. */
  tables: Place<never>
  /** The lock of the worker that advances a move. */
  worker: Place<never>
  /** The columns that move with the merchant: those of counters, and all others. */
  counters: Column[]
  others: Column[]
}

export type MovePlaces = ReturnType<typeof openMovePlaces>

/** A change that was written to the log of the source and is not yet applied in the target. */
export const LOG_BYTES = 4

export function openMovePlaces(layout: Layout, target: Data, source: Data) {
  const moves = layout.row('moves', { part: 0, isAborted: 0, isFinished: 0 })
  const map = layout.row('merchant_cells', { isTarget: 0 })
  const lock = layout.row('lock of the move', {})
  const slot = layout.row('source.slot', { exists: 0 })
  const subscription = layout.row('target.subscription', { exists: 0, hasCounters: 0, hasRows: 0 })
  return {
    moves,
    map,
    lock,
    /** They are free again when the connection to home ends. */
    homeRows: [moves.row, map.row, lock.row],
    source: openPlace(layout, 'source', source, 1),
    target: openPlace(layout, 'target', target, 0),
    slot,
    /** What was copied so far. */
    subscription,
    log: layout.bytes(LOG_BYTES * (source.redemptions.length - 1)),
    logLength: source.redemptions.length - 1,
  }
}

function openPlace(layout: Layout, name: string, data: Data, isHere: number): MovePlace {
  const { voucher, userQuotas, voucherQuotas, keys, codes, redemptions } = data
  return {
    ...data,
    merchant: layout.row(`${name}.merchants`, { isHere }),
    views: layout.row(`${name}.views`, { hide: 0 }),
    triggers: layout.row(`${name}.triggers`, { refuse: 0 }),
    tables: layout.row(`${name}: all tables`, {}),
    worker: layout.row(`${name}: lock of the worker`, {}),
    counters: [...userQuotas.flat(), ...voucherQuotas].map(({ used }) => used),
    others: [voucher, ...keys, ...codes, ...redemptions].flatMap(({ row }) => row.columns),
  }
}
