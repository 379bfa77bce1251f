import type { Branding, Category, MerchantWithOutlets, Voucher } from '../api/routes.ts'

/** What the console sends to the preview: a screen and the responses that it would get. */
export type PreviewMessage = {
  type: 'counterfoil:preview'
  screen: 'home' | 'merchant' | 'voucher'
  branding: Branding
  categories: Category[]
  merchant: MerchantWithOutlets
  vouchers: Voucher[]
}

/** What the preview sends to the console when it can show something. */
export type PreviewReady = { type: 'counterfoil:preview-ready' }
