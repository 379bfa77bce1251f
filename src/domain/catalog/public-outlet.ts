import type { Outlet } from '@counterfoil/contract/shapes/outlet.ts'
import type { Static } from 'typebox'
import type { Language } from '../languages/language-choice.ts'
import { translate } from '../languages/translate.ts'
import type { BrowseOutletRow } from './browse-queries.ts'

/** An outlet as the contract shows it. Without coordinates, it has neither of these keys. */
export function publicOutlet(outlet: BrowseOutletRow, language: Language | null): Static<typeof Outlet> {
  const {
    merchantId: _,
    translations: __,
    latitude,
    longitude,
    hasPin,
    ...fields
  } = translate(outlet, language)
  return { ...fields, ...(latitude !== null && longitude !== null && { latitude, longitude }), hasPin }
}
