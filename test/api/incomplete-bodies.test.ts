import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { visitorsOf } from '../support/market.ts'
import { openTill, writtenIn } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { server, db, logs } = harness
const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }))
const issuer = await onboardIssuer(harness)
const visitor = visitorsOf(harness, issuer)
const till = await openTill(harness)
const voucher = await till.offer({ redemptionCount: 10 })
const body = JSON.stringify(till.bodyFor(voucher.id))

/** Sends the first half of a redemption and stops. */
function beginRedemption(isChunked: boolean): Promise<Socket> {
  const half = body.slice(0, body.length / 2)
  const request = [
    'POST /me/redemptions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json',
    `authorization: Bearer ${issuer.mint({ sub: 'silent' })}`,
    isChunked
      ? `transfer-encoding: chunked\r\n\r\n${half.length.toString(16)}\r\n${half}\r\n`
      : `content-length: ${body.length}\r\n\r\n${half}`,
  ]
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', reject)
    socket.write(request.join('\r\n'), () => resolve(socket))
  })
}

test('a thousand redemptions with half a body: other requests are served, and none of them counts as an attempt', {
  timeout: 60_000,
}, async () => {
  const before = await writtenIn(db)
  const sockets = await Promise.all(Array.from({ length: 1000 }, (_, i) => beginRedemption(i % 2 === 0)))
  await expect.poll(openConnections, { timeout: 30_000 }).toBe(1000)
  expect((await till.redeem(visitor('prompt'), voucher.id)).status).toBe(201)
  const finisher = sockets[1]
  const answered = new Promise<string>((resolve) => finisher?.once('data', (chunk) => resolve(String(chunk))))
  finisher?.write(body.slice(body.length / 2))
  expect(await answered).toMatch(/^HTTP\/1.1 201 /)
  for (const socket of sockets) socket.destroy()
  await expect.poll(openConnections, { timeout: 30_000 }).toBe(0)
  expect((await writtenIn(db)).redemptions).toBe(before.redemptions + 2)
  const [row] = await db`select cardinality(times) as attempts from redemption_attempts
    join users on users.id = user_id where external_user_id = 'silent'`
  expect(row?.attempts).toBe(1)
  // Each request has one log line, and none is an error.
  await expect.poll(() => logs.filter((line) => line.includes('"status":499')).length).toBe(999)
  expect(logs.filter((line) => line.includes('"level":50'))).toEqual([])
})

function openConnections(): Promise<number> {
  return new Promise((resolve, reject) =>
    server.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
}
