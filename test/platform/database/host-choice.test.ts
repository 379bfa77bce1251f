import { expect, test } from 'vitest'
import { createHostChoice } from '../../../src/platform/database/host-choice.ts'

test('the same host is used until it fails, then the next one', () => {
  const hosts = createHostChoice(['a', 'b', 'c'])
  expect([hosts.current(), hosts.current()]).toEqual(['a', 'a'])
  hosts.markFailed('a')
  expect(hosts.current()).toBe('b')
  hosts.markFailed('b')
  hosts.markFailed('c')
  expect(hosts.current()).toBe('a')
})

test('two failures on one host move to the next host once', () => {
  const hosts = createHostChoice(['a', 'b', 'c'])
  hosts.markFailed('a')
  hosts.markFailed('a')
  expect(hosts.current()).toBe('b')
})

test('no host can write: all others have failed since one could', () => {
  const hosts = createHostChoice(['a', 'b', 'c'])
  hosts.markFailed('a')
  expect(hosts.hasNoWritableHost()).toBe(false)
  hosts.markFailed('b')
  expect(hosts.hasNoWritableHost()).toBe(true)
  hosts.markWritable()
  expect(hosts.hasNoWritableHost()).toBe(false)
})

test('no host can write: there is only one', () => {
  expect(createHostChoice(['a']).hasNoWritableHost()).toBe(true)
})
