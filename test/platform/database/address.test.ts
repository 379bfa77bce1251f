import { expect, test } from 'vitest'
import { parseAddress, withoutTls } from '../../../src/platform/database/address.ts'

test('one host: the driver gets the URL unchanged', () => {
  expect(parseAddress('postgres://user:p%40ss@db:5433/counterfoil')).toEqual({
    urls: ['postgres://user:p%40ss@db:5433/counterfoil'],
    needsWritable: false,
    isPooled: false,
    prefersTls: false,
  })
})

test('several hosts: one URL each, with the same credentials and parameters', () => {
  const url =
    'postgresql://u:p@db1:5432,db2:5433,[::1]:5434/cf?target_session_attrs=read-write&connect_timeout=3'
  expect(parseAddress(url)).toMatchObject({
    urls: [
      'postgresql://u:p@db1:5432/cf?connect_timeout=3',
      'postgresql://u:p@db2:5433/cf?connect_timeout=3',
      'postgresql://u:p@[::1]:5434/cf?connect_timeout=3',
    ],
    needsWritable: true,
  })
})

test.each([
  ['read-write', true],
  ['primary', true],
  ['any', false],
])('target_session_attrs=%s: needs a writable session: %s', (attributes, needsWritable) => {
  expect(parseAddress(`postgres://db/cf?target_session_attrs=${attributes}`).needsWritable).toBe(
    needsWritable,
  )
})

test('target_session_attrs=standby is refused: every write would fail', () => {
  expect(() => parseAddress('postgres://db/cf?target_session_attrs=standby')).toThrow(
    /read-write, primary or any/,
  )
})

test('pgbouncer=true is not passed to the driver', () => {
  expect(parseAddress('postgres://db/cf?pgbouncer=true')).toMatchObject({
    urls: ['postgres://db/cf'],
    isPooled: true,
  })
})

test('sslmode means what it means in psql; prefer can fall back to no TLS', () => {
  const address = parseAddress('postgres://db/cf?sslmode=prefer')
  expect(address).toMatchObject({
    urls: ['postgres://db/cf?sslmode=prefer&uselibpqcompat=true'],
    prefersTls: true,
  })
  expect(withoutTls(address)).toMatchObject({
    urls: ['postgres://db/cf?sslmode=disable&uselibpqcompat=true'],
    prefersTls: false,
  })
})
