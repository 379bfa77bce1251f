import { useEffect } from 'preact/hooks'
import type { Branding } from '../api/routes.ts'
import { useQuery } from '../api/use-query.ts'
import { applyAccent } from '../theme/accent.ts'
import { fetchBranding } from './home-queries.ts'

/** The partner's name, logo and color. Optional: the app works without them. */
export function useBranding(): Branding | undefined {
  const { data } = useQuery('branding', fetchBranding)
  return data
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
