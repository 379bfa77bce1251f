import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { openMarket } from '../support/market.ts'

const { admin, as } = await createHarness()
const market = openMarket(admin)
const visitor = as(undefined)
/** Ten hours ahead of UTC, without daylight saving time. */
const shop = await market.merchant({
  name: 'Roti House',
  timezone: 'Australia/Brisbane',
  translations: { ms: { name: 'Rumah Roti' } },
})
await market.outlet(shop.id)

async function offer(changes: object): Promise<string> {
  return (await market.offer(shop.id, { title: '{b}Free{/b} roti', ...changes })).id
}

const get = (id: string, query = '') => visitor('GET', `/calendar/${id}/voucher.ics${query}`)
const linesOf = async (id: string, query?: string) => (await get(id, query)).body.split('\r\n')

test('200 without a token: the last day of the merchant’s calendar, as a whole day', async () => {
  const id = await offer({ validUntil: '2099-12-24T14:00:00.000Z' })
  const { status, body, headers } = await get(id)
  expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
    200,
    'text/calendar; charset=utf-8',
    'inline; filename="voucher.ics"',
  ])
  expect(body.split('\r\n')).toEqual(
    expect.arrayContaining([
      `UID:voucher-${id}@counterfoil`,
      'DTSTART;VALUE=DATE:20991224',
      'SUMMARY:Free roti · Roti House',
    ]),
  )
})

test('200: an end within a day is the exact moment; of a wallet voucher, the earlier end counts', async () => {
  const id = await offer({
    claimFlow: 'WALLET',
    validUntil: '2099-12-24T14:00:00.000Z',
    applicableUntil: '2099-12-20T05:00:00.000Z',
  })
  expect(await linesOf(id)).toEqual(
    expect.arrayContaining(['DTSTART:20991220T040000Z', 'DTEND:20991220T050000Z']),
  )
})

test('200: in the language of the request, as far as there are translations', async () => {
  const id = await offer({
    validUntil: '2099-12-24T14:00:00.000Z',
    translations: { ms: { title: 'Roti percuma' } },
  })
  expect(await linesOf(id, '?lang=ms-MY')).toContain('SUMMARY:Roti percuma · Rumah Roti')
  expect(await linesOf(id, '?lang=ar')).toContain('SUMMARY:Free roti · Roti House')
})

test('404 not_found: unknown, never published, withdrawn, or without an end', async () => {
  const withdrawn = await offer({ validUntil: '2099-12-24T14:00:00.000Z' })
  await admin('POST', `/admin/vouchers/${withdrawn}/unpublish`)
  const draft = await market.draft(shop.id, { validUntil: '2099-12-24T14:00:00.000Z' })
  for (const id of [randomUUID(), draft.id, withdrawn, await offer({})]) {
    const { status, body } = await get(id)
    expect([status, body]).toEqual([404, { error: 'not_found' }])
  }
})
