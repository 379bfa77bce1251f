import { expect, test } from 'vitest'
import type { Hit } from '../../console/src/record-search/hit-link.ts'
import { detailOf, titleOf } from '../../console/src/record-search/hit-words.ts'

const hit = (fields: Pick<Hit, 'type' | 'title' | 'subtitle' | 'state'>): Hit => ({
  ...{ id: '', merchantId: null, partnerId: null, userId: null },
  ...fields,
})

test.each([
  [
    hit({ type: 'delivery', title: 'REDEMPTION_CREATED', subtitle: 'Acme Bank', state: 'PENDING' }),
    ['Voucher redeemed', 'Acme Bank · Waiting'],
  ],
  [
    hit({ type: 'voucher', title: 'REDEMPTION_CREATED', subtitle: 'Kopi Corner', state: 'PUBLISHED' }),
    ['REDEMPTION_CREATED', 'Kopi Corner · Published'],
  ],
  [hit({ type: 'user', title: 'Mei Lin', subtitle: 'user-42', state: null }), ['Mei Lin', 'user-42']],
])('states and events are in words, names stay as they are: $type', (found, shown) => {
  expect([titleOf(found), detailOf(found)]).toEqual(shown)
})
