/**
 * The rows of a small database in an array of bytes. A row is locked by at most one transaction, which may write new
 * values beside the committed ones. Everybody else reads the committed values, as PostgreSQL does at READ COMMITTED.
 * Several transactions may share a lock. Each process has at most one transaction.
 */
export type State = Uint8Array

export type Row = { name: string; at: number; columns: Column[] }
export type Column = { name: string; row: Row; at: number; initial: number }

/** Stands for null in a column. */
export const NULL = 255

/** Hands out the bytes of a state. */
export class Layout {
  size = 0
  readonly rows: Row[] = []

  bytes(count: number): number {
    this.size += count
    return this.size - count
  }

  /** A row has its owner, those who share it, and two values for each column: the committed and the new one. */
  row<Names extends string>(
    name: string,
    initial: Record<Names, number>,
  ): Record<Names, Column> & { row: Row } {
    const row: Row = { name, at: this.bytes(2), columns: [] }
    for (const [column, value] of Object.entries<number>(initial)) {
      row.columns.push({ name: `${name}.${column}`, row, at: this.bytes(2), initial: value })
    }
    this.rows.push(row)
    const byName = Object.fromEntries(Object.keys(initial).map((column, i) => [column, row.columns[i]]))
    return { row, ...byName } as Record<Names, Column> & { row: Row }
  }

  initialState(): State {
    const state = new Uint8Array(this.size)
    for (const { columns } of this.rows) for (const { at, initial } of columns) state[at] = initial
    return state
  }
}

const byteAt = (state: State, at: number): number => state[at] as number

export function committed(state: State, column: Column): number {
  return byteAt(state, column.at)
}

/** The value as this process sees it: its own change, or else the committed one. */
export function read(state: State, process: number, column: Column): number {
  return byteAt(state, column.row.at) === process + 1
    ? byteAt(state, column.at + 1)
    : byteAt(state, column.at)
}

/** Locks a row. Returns false if the process has to wait. A waiting statement sees the newest row when it continues. */
export function lock(state: State, process: number, { at, columns }: Row): boolean {
  const owner = byteAt(state, at)
  if (owner === process + 1) return true
  if (owner !== 0 || (byteAt(state, at + 1) & ~(1 << process)) !== 0) return false
  state[at] = process + 1
  for (const column of columns) state[column.at + 1] = byteAt(state, column.at)
  return true
}

/** Locks a row together with others. */
export function share(state: State, process: number, { at }: Row): boolean {
  const owner = byteAt(state, at)
  if (owner !== 0 && owner !== process + 1) return false
  state[at + 1] = byteAt(state, at + 1) | (1 << process)
  return true
}

export function isLockedByOther(state: State, process: number, { at }: Row): boolean {
  return byteAt(state, at) !== 0 && byteAt(state, at) !== process + 1
}

/** Writes a column of a row that the process has locked. */
export function write(state: State, process: number, column: Column, value: number): void {
  if (byteAt(state, column.row.at) !== process + 1)
    throw new Error(`${column.name} is written without a lock`)
  state[column.at + 1] = value
}

/** Whether the process has a transaction that has locked or written something, and so has an id. */
export function hasTransaction(state: State, process: number, rows: Row[]): boolean {
  return rows.some(({ at }) => state[at] === process + 1 || (byteAt(state, at + 1) & (1 << process)) !== 0)
}

/** Ends the transaction of a process, and frees its locks. */
export function endTransaction(state: State, process: number, rows: Row[], isCommitted: boolean): void {
  for (const { at, columns } of rows) {
    state[at + 1] = byteAt(state, at + 1) & ~(1 << process)
    if (state[at] !== process + 1) continue
    state[at] = 0
    for (const column of columns) {
      if (isCommitted) state[column.at] = byteAt(state, column.at + 1)
      state[column.at + 1] = 0
    }
  }
}
