import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { orderedId } from '../../src/platform/database/ordered-id.ts'
import { createVault } from '../../src/platform/secrets.ts'
import { readVerificationCode, verificationCode } from '../../src/platform/verification-code.ts'

const vault = createVault(randomBytes(32))

test('the code of an id names its second, and matches no other id', () => {
  const [id, other] = [orderedId(), orderedId()]
  const code = verificationCode(vault, id)
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{6}-[0-9A-HJKMNP-TV-Z]{6}$/)
  const read = readVerificationCode(code)
  const timeMs = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
  expect([read?.from.getTime(), read?.until.getTime()]).toEqual([
    Math.floor(timeMs / 1000) * 1000,
    Math.floor(timeMs / 1000) * 1000 + 1000,
  ])
  expect([read?.matches(vault, id), read?.matches(vault, other)]).toEqual([true, false])
})

test('a code is read in lower case, without separators, and with letters that look like digits', () => {
  const id = '01a2b3c4-d5e6-7000-8000-000000000000'
  const code = verificationCode(vault, id)
  const typed = code.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
  expect(readVerificationCode(typed)?.matches(vault, id)).toBe(true)
  for (const wrong of ['', '123', `${code}0`, '!!!!!!-!!!!!!', 'UUUUUU-UUUUUU'])
    expect(readVerificationCode(wrong)).toBeNull()
})

test('during a rotation, codes of both keys match; afterwards only those of the new key', () => {
  const [old, next] = [randomBytes(32), randomBytes(32)]
  const id = orderedId()
  const code = readVerificationCode(verificationCode(createVault(old), id))
  expect(code?.matches(createVault(next, old), id)).toBe(true)
  expect(code?.matches(createVault(next), id)).toBe(false)
})
