import { globSync } from 'node:fs'
import { ERRORS } from '@counterfoil/contract/errors.ts'
import { expect, inject, test } from 'vitest'
import { readResponseRecords } from './support/response-records.ts'

/** Runs after all other files (see vitest.config.ts), and says nothing when some of them did not run. */
const { files, codes } = readResponseRecords()
const others = globSync('test/**/*.test.ts').filter((path) => path !== 'test/error-codes.test.ts')
const isWholeRun = inject('isWholeFiles') && others.every((path) => files.has(path))

test.runIf(isWholeRun)('every code of contract/errors.ts was answered in this run', () => {
  const missing = Object.keys(ERRORS).filter((code) => !codes.has(code))
  expect(
    missing,
    `no test provokes ${missing.join(', ')}: write one that gets this response from the app`,
  ).toEqual([])
})
