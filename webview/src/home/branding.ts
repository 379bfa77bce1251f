import { useEffect } from 'preact/hooks'
import { call } from '../api/call.ts'
import type { Branding } from '../api/routes.ts'
import { useAnswer } from '../api/use-answer.ts'
import { wearAccent } from '../look/accent.ts'

/** The partner's name, logo and colour. Trimmings: without them the app is as usable. */
export function useBranding(): Branding | undefined {
  const { data } = useAnswer('branding', async () => (await call('viewBranding', {})).body)
  return data
}

/** On every screen, whichever comes first. */
export function BrandedApp() {
  const branding = useBranding()
  useEffect(() => {
    if (!branding) return
    document.title = branding.displayName
    wearAccent(branding.accentColor)
  }, [branding])
  return null
}
