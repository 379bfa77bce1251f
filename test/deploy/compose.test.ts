import { readFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadConfig } from '../../src/platform/config.ts'

type Services = Record<string, { image: string; healthcheck?: object }>

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

test('every node has the health check of the image, the migration has none', () => {
  const services = Object.entries((parse(compose, { merge: true }) as { services: Services }).services)
  const ours = services.filter(([, { image }]) => image === 'counterfoil')
  expect(ours.map(([name, { healthcheck }]) => [name, healthcheck])).toEqual([
    ['migrate', { disable: true }],
    ...['api-1', 'api-2', 'worker'].map((name) => [name, undefined]),
  ])
  expect(readFileSync('Dockerfile', 'utf8')).toMatch(
    /^HEALTHCHECK .* CMD \["node", "\/app\/bin\/healthcheck\.mjs"\]$/m,
  )
})
