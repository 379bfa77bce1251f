import { readFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import { expect, test } from 'vitest'
import { loadConfig } from '../../src/platform/config.ts'

const compose = readFileSync('deploy/compose.yaml', 'utf8')
const settingOf = (name: string) => compose.match(new RegExp(`\\b${name}: ([\\d./]+)`))?.[1] ?? ''

function contains(network: string, address: string): boolean {
  const [start = '', bits] = network.split('/')
  const list = new BlockList()
  list.addSubnet(start, Number(bits))
  return list.check(address)
}

test('only the proxy is trusted, at a fixed address that no other container can get', () => {
  const [proxy, subnet, others] = [settingOf('ipv4_address'), settingOf('subnet'), settingOf('ip_range')]
  expect(loadConfig({ TRUSTED_PROXIES: settingOf('TRUSTED_PROXIES') }).trustedProxies).toEqual([proxy])
  expect(compose.match(/^ {2}proxy:\n(?: {4}.*\n)+/m)?.[0]).toContain(`ipv4_address: ${proxy}`)
  expect([contains(subnet, proxy), contains(others, proxy)]).toEqual([true, false])
  expect(contains(subnet, others.split('/')[0] as string)).toBe(true)
})
