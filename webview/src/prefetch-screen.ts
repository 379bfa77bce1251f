import { prefetch } from './api/request.ts'

/** Sends the requests of a linked screen before it has loaded. The paths must match exactly. */
export function prefetchScreen(screen: string, token: string): void {
  const [kind, id] = screen.split('/')
  const isWhole = kind === 'merchants' || kind === 'vouchers'
  prefetch(isWhole ? `/${kind}/${id}/screen` : '/branding', token)
  if (screen === 'wallet') prefetch('/me/wallet', token)
}
