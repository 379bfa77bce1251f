import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Blank lines and comments do not count. */
function linesOfCode(path: string): number {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.filter((line) => !/^\s*($|\/\/|\/?\*|#|""".*"""$)/.test(line)).length
}

test.each([
  ['examples/node-backend/backend.mjs', 33],
  ['examples/python-backend/backend.py', 30],
  ['examples/go-backend/main.go', 41],
  ['examples/java-backend/Backend.java', 36],
])('%s has at most %i lines of code: a whole integration fits on a screen', (path, maxLines) => {
  expect(linesOfCode(path)).toBeLessThanOrEqual(maxLines)
})
