import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Blank lines and comments do not count. */
function linesOfCode(path: string): number {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.filter((line) => !/^\s*($|\/\/|\/?\*|#|""".*"""$)/.test(line)).length
}

const BACKENDS = globSync('examples/*-backend/*.{mjs,py,go,java}').sort()

test('every example of a backend has about 30 lines of code, at most 36: a whole integration fits on a screen', () => {
  const lines = BACKENDS.map((path) => [path, linesOfCode(path)] as const)
  expect(lines.length).toBeGreaterThan(3)
  expect(lines.filter(([, count]) => count > 36 || count < 20)).toEqual([])
})
