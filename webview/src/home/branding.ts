import { useEffect } from 'preact/hooks'
import { call } from '../api/call.ts'
import type { Branding } from '../api/routes.ts'
import { useCached } from '../api/use-cached.ts'
import { useQuery } from '../api/use-query.ts'
import { currentPlace } from '../routing/navigation.ts'
import type { Route } from '../routing/route.ts'
import { applyAccent } from '../theme/accent.ts'

const KEY = 'branding'
/** The data of these screens brings it along. */
const WITH_BRANDING = new Set<Route['screen']>(['home', 'merchant', 'voucher', 'redeem'])

/** The partner's name, logo and color. Optional: the app works without them. */
export function useBranding(): Branding | undefined {
  const isBroughtAlong = WITH_BRANDING.has(currentPlace().route.screen)
  useQuery(isBroughtAlong ? null : KEY, async () => (await call('viewBranding', {})).body)
  return useCached<Branding>(KEY)
}

/** Renders nothing. Applies title and accent on every screen. */
export function ApplyBranding() {
  const branding = useBranding()
  useEffect(() => {
    if (!branding) return
    document.title = branding.displayName
    applyAccent(branding.accentColor)
  }, [branding])
  return null
}
