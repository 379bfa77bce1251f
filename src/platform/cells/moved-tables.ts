/** The records of a merchant by which its rows are found in all tables. */
export type MovedRecords = {
  merchants: string[]
  vouchers: string[]
  outlets: string[]
  /** The numbers of its statements. */
  statements: string[]
}

type Owner = keyof MovedRecords

/**
 * The tables whose rows move with their merchant, and the column that names the owner of a row. All others stay: events
 * with their deliveries and the audit log are read from all cells, intents and codes at the counter last for a minute.
 */
const OWNERS: Record<string, [column: string, owner: Owner]> = {
  merchants: ['id', 'merchants'],
  ...ownedBy('merchants', 'merchant_id', [
    ...[
      'merchant_sub_categories',
      'outlets',
      'vouchers',
      'recent_publications',
      'outlet_imports',
      'favorites',
      'notes',
    ],
    ...['redemptions', 'idempotency_keys', 'refusals', 'refusal_counts'],
    ...['statements', 'statement_adjustments', 'archived_statement_counts'],
    ...['daily_stats', 'stat_changes', 'group_stats', 'group_changes', 'week_stats', 'quarter_stats'],
  ]),
  ...ownedBy('vouchers', 'voucher_id', [
    ...['voucher_codes', 'code_pools', 'code_imports', 'claims', 'user_quotas', 'voucher_quotas'],
    ...['archived_user_counts', 'archived_voucher_counts'],
  ]),
  ...ownedBy('outlets', 'outlet_id', [
    ...['pin_failures', 'pin_locks', 'outlet_defenses', 'counter_devices', 'counter_guesses'],
  ]),
  statement_rows: ['number', 'statements'],
}

function ownedBy(owner: Owner, column: string, tables: string[]) {
  return Object.fromEntries(tables.map((table): [string, [string, Owner]] => [table, [column, owner]]))
}

export const MOVED_TABLES = Object.keys(OWNERS)

/** The condition that a row of the table moves. `row` is a prefix, such as "new.". */
export function isMoved(table: string, records: MovedRecords, row = ''): string {
  const [column, owner] = OWNERS[table] as [string, Owner]
  const type = owner === 'statements' ? 'bigint' : 'uuid'
  return `${row}${column} = any ('{${records[owner].join(',')}}'::${type}[])`
}

/** Changes nothing, but makes prepared statements find a view that has come before the table. */
export function planAgain(table: string): string {
  const [column] = OWNERS[table] as [string, Owner]
  return `alter table public.${table} alter column ${column} set statistics -1;`
}

/**
 * For transactions that lock whole tables: while they wait, everybody else waits behind them. A vacuum in the way is cancelled,
 * and of two that wait for each other, this one gives up.
 */
export const BRIEF_WAITS = "set local lock_timeout = '800ms'; set local deadlock_timeout = '200ms'"
