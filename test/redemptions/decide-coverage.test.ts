import { Session } from 'node:inspector/promises'
import { expect, test } from 'vitest'

// V8 counts how often each block ran, from before the file is loaded; then the examples and properties run here once more.
const session = new Session()
session.connect()
await session.post('Debugger.enable')
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
await import('./decide.test.ts')

/** The text of every function and branch of a file that never ran. */
async function neverRun(file: string): Promise<{ functions: number; missed: string[] }> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const scripts = result.filter(({ url }) => url.endsWith(file))
  expect(scripts).toHaveLength(1)
  const [{ scriptId, functions } = { scriptId: '', functions: [] }] = scripts
  const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId })
  const missed = functions
    .flatMap(({ ranges }) => ranges)
    .filter(({ count }) => count === 0)
    .map(({ startOffset, endOffset }) => scriptSource.slice(startOffset, endOffset))
    // Not of the file: the test runner puts it around each export.
    .filter((text) => text !== 'catch {}')
  return { functions: functions.length, missed }
}

test('the examples and properties above take every branch of decide.ts', async () => {
  const { functions, missed } = await neverRun('/src/domain/redemptions/decide.ts')
  expect(functions).toBeGreaterThan(30)
  expect(missed).toEqual([])
})
