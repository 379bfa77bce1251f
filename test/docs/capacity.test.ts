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

test('the measured figures are those of the last saved run', () => {
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
  for (const cells of rowsOf('From 10 to 10,000 redemptions a second')) {
    const [peak = 0, ...shown] = cells.map(numberIn)
    const api = Math.max(2, Math.ceil((peak * 0.0021) / 0.6))
    const workers = Math.max(2, Math.ceil((peak * 0.0002) / 0.6))
    const average = peak / 4
    expect([peak, ...shown]).toEqual([
      ...[peak, api, workers, Math.max(2, Math.ceil((peak * 0.0006) / 0.6)), 18 * (api + workers)],
      Math.min(2.7 * peak, 135 * api),
      rounded((peak * walBytes) / 1e6),
      rounded((average * DAY_SECONDS * walBytes) / 1e9),
      rounded((average * DAY_SECONDS * 30 * keptFor('30 days')) / 1e9),
      rounded((average * DAY_SECONDS * 365 * keptFor('for good')) / 1e9),
    ])
  }
})
