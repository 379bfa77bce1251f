import { prefetch } from './api/request.ts'

/** Sends the requests of a linked screen before it has loaded. The paths must match exactly. */
export function prefetchScreen(screen: string, token: string): void {
  const [kind, , step] = screen.split('/')
  const paths = ['/branding']
  if (screen === 'wallet') paths.push('/me/wallet')
  if (kind === 'merchants') paths.push('/categories', `/${screen}`, `/${screen}/vouchers`)
  for (const path of paths) prefetch(path, token)
  if (kind !== 'vouchers' || step) return
  // Only the voucher names its merchant.
  prefetch(`/${screen}`, token).then(({ body }) => {
    const { merchantId } = body as { merchantId?: string }
    if (merchantId) prefetch(`/merchants/${merchantId}`, token)
  }, Object)
}
