import { expect, test } from 'vitest'
import { PasswordHasher } from '../../src/domain/staff/password-hash.ts'

const PASSWORD = 'seven quiet kettles sing'

test('the service hashes passwords with the minimum of OWASP: 19 MiB and 2 passes', async () => {
  const hasher = new PasswordHasher()
  const hash = (await hasher.hash(PASSWORD)) as string
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect([await hasher.verify(PASSWORD, hash), await hasher.verify('another', hash)]).toEqual([true, false])
})
