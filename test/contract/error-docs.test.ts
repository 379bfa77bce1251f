import { readFileSync } from 'node:fs'
import { ERRORS } from '@counterfoil/contract/errors.ts'
import { expect, test } from 'vitest'

const guides = ['docs/partner-guide.md', 'docs/back-office.md']
  .map((path) => readFileSync(path, 'utf8').replaceAll(/ +/g, ' '))
  .join('\n')

test('the guides list every code of the error table with its status and meaning', () => {
  const missing = Object.entries(ERRORS)
    .map(([code, { status, meaning }]) => `| ${status} | \`${code}\` | ${meaning} |`)
    .filter((row) => !guides.includes(row))
  expect(missing, 'copy these rows into the error table of the guide').toEqual([])
})
