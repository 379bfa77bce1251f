import { REDEEMED } from './data.ts'
import { NULL, type Row, type State } from './rows.ts'
import type { Finding, Move } from './search.ts'
import { local, RESULT, type Scene, startOf } from './world.ts'

const shown = (value: number): string => {
  if (value === NULL) return 'null'
  return value >= REDEEMED ? `#${value - REDEEMED}` : String(value)
}

/** Only the judge writes these. They are not in the database. */
const isOfJudge = (name: string) => /exceeds|Wrongly/.test(name)

/** The change of a row: an arrow for what its owner has written, an equals sign for what is committed now. */
function changesOf({ at, name, columns }: Row, before: State, after: State): string[] {
  const written = columns.flatMap((column) => {
    if (isOfJudge(column.name)) return []
    const [old, now] = [before[column.at], after[column.at]] as [number, number]
    if (old !== now) return [`${column.name} = ${shown(now)}`]
    if (after[at] === 0) return []
    const earlier = before[at] === after[at] ? (before[column.at + 1] as number) : old
    const later = after[column.at + 1] as number
    return earlier === later ? [] : [`${column.name} ${shown(earlier)} → ${shown(later)}`]
  })
  const isLocked = before[at] === 0 && after[at] !== 0
  if (written.length > 0) return written
  return isLocked ? [`locks ${name}`] : []
}

function resultsOf({ processes }: Scene, before: State, after: State): string[] {
  return processes.flatMap((process) => {
    const result = local(after, process, 'result')
    if (result === local(before, process, 'result')) return []
    const words = Object.entries(RESULT).find(([, value]) => value === result)?.[0]
    return [`${process.name}: ${result >= REDEEMED ? `has redemption ${shown(result)}` : words}`]
  })
}

function noteOf(scene: Scene, move: Move, before: State): string {
  const rows = scene.layout.rows.flatMap((row) => changesOf(row, before, move.to))
  return [...rows, ...resultsOf(scene, before, move.to)].join(', ')
}

/** One line for each move: who, what, and what it changed. */
export function printTrace(scene: Scene, { promise, moves }: Finding): string {
  let before = startOf(scene)
  const rows = moves.map((move) => {
    const row = [move.by, move.does, noteOf(scene, move, before)]
    before = move.to
    return row
  })
  const widthOf = (column: number) => Math.max(...rows.map((row) => (row[column] as string).length))
  const [first, second] = [widthOf(0), widthOf(1)]
  const lines = rows.map(([by = '', does = '', note = ''], i) =>
    `${String(i + 1).padStart(2)}  ${by.padEnd(first)}  ${does.padEnd(second)}  ${note}`.trimEnd(),
  )
  return [...lines, `broken: ${promise}`].join('\n')
}
