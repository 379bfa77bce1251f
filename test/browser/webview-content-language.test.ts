import { expect, test } from 'vitest'
import { openMarket } from '../support/market.ts'
import { onboardIssuer } from '../support/tokens.ts'
import { openBrowsing, PHONE } from './visits.ts'

const browsing = await openBrowsing()
const market = openMarket(browsing.admin)
const partner = await onboardIssuer(browsing)
const kopi = await market.shop({
  name: 'Kopi Corner',
  translations: { ms: { name: 'Sudut Kopi' }, 'zh-Hans': { name: '咖啡角' } },
})
await market.offer(kopi.id, {
  title: 'Free {b}kopi{/b}',
  translations: { ms: { title: 'Kopi {b}percuma{/b} <i>' }, 'zh-Hans': { title: '{b}免费{/b}咖啡' } },
})

test.each([
  ['the host asks for Malay on an English phone', '?lang=ms', 'en-GB', 'Sudut Kopi', 'Kopi percuma <i>'],
  ['a Chinese phone', '', 'zh-CN', '咖啡角', '免费咖啡'],
  ['the host asks for English on a Chinese phone', '?lang=en', 'zh-CN', 'Kopi Corner', 'Free kopi'],
  ['a phone in a language without translation', '', 'fi', 'Kopi Corner', 'Free kopi'],
])(
  '%s: merchants and vouchers in that language, HTML in them as text',
  async (_title, query, locale, name, title) => {
    const { page, complaints } = await browsing.visit(`/app/${query}#token=${partner.mint()}`, {
      viewport: PHONE,
      locale,
    })
    await page.getByText(name).first().click()
    await page.getByText(title).first().waitFor()
    expect(complaints).toEqual([])
  },
)
