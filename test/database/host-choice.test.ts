import { expect, test } from 'vitest'
import { chooseHost } from '../../src/platform/database/host-choice.ts'

test('the same host until it fails, then the next in turn', () => {
  const hosts = chooseHost(['a', 'b', 'c'])
  expect([hosts.current(), hosts.current()]).toEqual(['a', 'a'])
  hosts.failed('a')
  expect(hosts.current()).toBe('b')
  hosts.failed('b')
  hosts.failed('c')
  expect(hosts.current()).toBe('a')
})

test('two connections that fail on one host move on once', () => {
  const hosts = chooseHost(['a', 'b', 'c'])
  hosts.failed('a')
  hosts.failed('a')
  expect(hosts.current()).toBe('b')
})
