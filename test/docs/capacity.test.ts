import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Phase = {
  phase: string
  clients: number
  walBytesEach: number
  transactionsEach: number
  databaseCpuMsEach: number
  serviceCpuMsEach: number
}

const page = readFileSync('docs/capacity.md', 'utf8')
const { phases, tables } = JSON.parse(readFileSync('bench/results/footprint.json', 'utf8')) as {
  phases: Phase[]
  tables: { table: string; kept: string; bytesEach: number }[]
}
const rowsOf = (heading: string) => {
  const [, section = ''] = page.split(`## ${heading}\n`)
  const lines = section.split('\n## ')[0]?.match(/^\|.*\|$/gm) ?? []
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}
const keptFor = (kept: string) =>
  tables.filter((one) => one.kept === kept).reduce((sum, { bytesEach }) => sum + bytesEach, 0)
const numberIn = (text = '') => Number(text.replaceAll(',', '').match(/[\d.]+/)?.[0])

test('the measured numbers are those of the last saved run', () => {
  const shown = rowsOf('What one redemption costs').map((cells) => cells.slice(1, 5).map(numberIn))
  const measured = phases
    .filter(({ phase }) => phase !== 'floor')
    .map((one) => [one.serviceCpuMsEach, one.databaseCpuMsEach, one.walBytesEach, one.transactionsEach])
  expect(shown).toEqual(
    measured.map(([service = 0, database = 0, wal = 0, writes = 0]) => [
      Number(service.toFixed(2)),
      Number(database.toFixed(2)),
      Number((wal / 1000).toFixed(1)),
      Number(writes.toFixed(2)),
    ]),
  )
  for (const { table, bytesEach } of tables) {
    const [row] = rowsOf('What one redemption leaves behind').filter(([name]) =>
      name?.includes(`\`${table}\``),
    )
    expect([table, numberIn(row?.[1])]).toEqual([table, bytesEach])
  }
})

test('the table of installations follows from the formulas', () => {
  const [, together, deliver] = phases as [Phase, Phase, Phase]
  const walBytes = together.walBytesEach + deliver.walBytesEach
  const DAY_SECONDS = 86_400
  const rounded = (value: number) => Number(value.toPrecision(2))
  // The heading of the second table and the line below it contain no numbers.
  const rows = rowsOf('From 10 to 10,000 redemptions a second')
    .map((cells) => cells.map(numberIn))
    .filter(([peak]) => peak)
  expect(rows).toHaveLength(14)
  for (const [peak = 0, ...shown] of rows) {
    const api = Math.max(2, Math.ceil((peak * 0.0021) / 0.6))
    const workers = Math.max(2, Math.ceil((peak * 0.0002) / 0.6))
    const databaseCores = Math.max(2, Math.ceil((peak * 0.0006) / 0.6))
    const commits = Math.min(2.7 * peak, 135 * api)
    const perDay = (peak / 4) * DAY_SECONDS
    expect([peak, ...shown]).toEqual(
      shown.length === 5
        ? [peak, api, workers, databaseCores, 18 * (api + workers), commits]
        : [
            peak,
            rounded((peak * walBytes) / 1e6),
            rounded((perDay * walBytes) / 1e9),
            rounded((perDay * 30 * keptFor('30 days')) / 1e9),
            rounded((perDay * 365 * keptFor('for good')) / 1e9),
          ],
    )
  }
})
