import type { Outlet } from '@counterfoil/contract/shapes/outlet.ts'
import type { Static } from 'typebox'
import type { Language } from '../languages/language-choice.ts'
import { translate } from '../languages/translate.ts'
import type { BrowseOutletRow } from './browse-queries.ts'
import { openingOf } from './outlet-opening.ts'

/** An outlet as the contract shows it. Without coordinates, codes or opening hours, it has none of these keys. */
export function publicOutlet(
  outlet: BrowseOutletRow,
  language: Language | null,
  now: Date,
): Static<typeof Outlet> {
  const { id, name, addressLine, addressFull, city, state, postalCode, countryCode } = translate(
    outlet,
    language,
  )
  const { isActive, latitude, longitude, hasPin, redeemBy } = outlet
  const opening = openingOf(outlet, now)
  return {
    ...{ id, name, addressLine, addressFull, city, state, postalCode, countryCode, isActive },
    ...(latitude !== null && longitude !== null && { latitude, longitude }),
    hasPin,
    ...(redeemBy !== 'PIN' && { redeemBy }),
    ...(opening !== null && { opening }),
  }
}
