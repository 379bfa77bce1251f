import { Session } from 'node:inspector/promises'
import { expect, test } from 'vitest'

// V8 starts counting how often each block runs, then decide.ts is loaded and its examples and properties run again here.
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
    // The test runner wraps each export in this text, which is not part of the file.
    .filter((text) => text !== 'catch {}')
  return { functions: functions.length, missed }
}

test('the examples and properties of decide.test.ts take every branch of decide.ts', async () => {
  const { functions, missed } = await neverRun('/src/domain/redemptions/rules/decide.ts')
  expect(functions).toBeGreaterThan(30)
  expect(missed).toEqual([])
})
