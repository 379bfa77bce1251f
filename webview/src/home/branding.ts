import { useEffect } from 'preact/hooks'
import type { Branding } from '../api/routes.ts'
import { useAnswer } from '../api/use-answer.ts'
import { wearAccent } from '../look/accent.ts'
import { askBranding } from './first-answers.ts'

/** The partner's name, logo and colour. Trimmings: without them the app is as usable. */
export function useBranding(): Branding | undefined {
  const { data } = useAnswer('branding', askBranding)
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
