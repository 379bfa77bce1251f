import { pathOf } from '../routing/address.ts'
import { currentPlace, onNavigation } from '../routing/navigation.ts'
import { tellHost } from './host.ts'

/** Tells the host which screen is shown, once per screen: filters of the same screen are not reported. */
export function reportNavigation(): void {
  let last: string | null = null
  const report = () => {
    const path = `/${pathOf(currentPlace().route)}`
    if (path !== last) tellHost({ type: 'navigated', path })
    last = path
  }
  report()
  onNavigation(report)
}
