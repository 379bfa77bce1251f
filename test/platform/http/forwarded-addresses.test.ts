import { beforeEach, expect, test } from 'vitest'
import { createHarness } from '../../support/harness.ts'

const HOUR_MS = 60 * 60_000
const forwarded = { 'x-forwarded-for': '203.0.113.7' }
const unaware = await createHarness()
const aware = await createHarness({ trustedProxies: ['127.0.0.1'] })

const warnings = () => unaware.logs.filter((line) => line.includes('TRUSTED_PROXIES'))
beforeEach(() => void unaware.logs.splice(0))

test('X-Forwarded-For from an address that is not trusted: one warning an hour, with the address of its sender only', async () => {
  const visit = () => unaware.as(undefined)('GET', '/healthz', undefined, forwarded)
  await unaware.as(undefined)('GET', '/healthz')
  expect(warnings()).toEqual([])
  await visit()
  await visit()
  unaware.clock.advance(HOUR_MS - 1)
  await visit()
  expect(warnings()).toHaveLength(1)
  expect(JSON.parse(warnings()[0] as string)).toMatchObject({ level: 40, peer: '127.0.0.1' })
  expect(warnings()[0]).not.toContain('203.0.113.7')
  unaware.clock.advance(1)
  await visit()
  expect(warnings()).toHaveLength(2)
})

test('X-Forwarded-For from a trusted proxy: no warning, also over one connection', async () => {
  await aware.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = aware.server.addresses()[0] as { port: number }
  for (let i = 0; i < 3; i++) await fetch(`http://127.0.0.1:${port}/healthz`, { headers: forwarded })
  expect(aware.logs.filter((line) => line.includes('TRUSTED_PROXIES'))).toEqual([])
})
