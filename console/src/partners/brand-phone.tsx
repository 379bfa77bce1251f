import { useDebouncedValue } from '@mantine/hooks'
import { NEW_MERCHANT } from '../merchants/merchant-values.ts'
import { Phone } from '../preview/phone.tsx'
import { NEUTRAL_BRAND, shownMerchant, shownVoucher } from '../preview/shown-records.ts'
import { NEW_VOUCHER } from '../vouchers/voucher-values.ts'
import { PREVIEW_WORDS as words } from '../words/preview.ts'
import type { BrandValues } from './brand-fields.tsx'

const SCREENS = [
  { value: 'home' as const, label: words.home },
  { value: 'voucher' as const, label: words.voucher },
]

const VOUCHER = shownVoucher(
  { ...NEW_VOUCHER, title: words.sampleTitle },
  { merchantId: 'new', timezone: 'UTC' },
)
const MERCHANT = shownMerchant({ ...NEW_MERCHANT, name: words.sampleMerchant }, [VOUCHER], [])

/** Without this pause, each key would request half an address. */
const TYPING_PAUSE_MS = 500

/** The partner's name, logo and color around a sample voucher. */
export function BrandPhone({ values }: { values: Omit<BrandValues, 'frameAncestors' | 'shareUrl'> }) {
  const { name, displayName, accentColor } = values
  const [logoPath] = useDebouncedValue(values.logoPath, TYPING_PAUSE_MS)
  const branding = {
    name,
    displayName: displayName.trim() === '' ? words.appName : displayName,
    logoPath: logoPath === '' ? NEUTRAL_BRAND.logoPath : logoPath,
    accentColor: accentColor !== null && /^#[0-9a-f]{6}$/i.test(accentColor) ? accentColor : null,
    shareUrl: null,
  }
  return (
    <Phone shown={{ branding, categories: [], vouchers: [VOUCHER], merchant: MERCHANT }} screens={SCREENS} />
  )
}
