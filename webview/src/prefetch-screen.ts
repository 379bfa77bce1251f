import { prefetch } from './api/request.ts'

/** Requests the data and the files of a linked screen before the app has loaded. The paths must match exactly. */
export function prefetchScreen(screen: string, token: string): void {
  const [kind = '', id] = screen.split('/')
  const isWhole = kind === 'merchants' || kind === 'vouchers'
  prefetch(isWhole ? `/${kind}/${id}/screen` : '/branding', token)
  if (screen === 'wallet') prefetch('/me/wallet', token)
  // The page names them: see vite.config.ts. If one fails to load here, the screen itself requests it again.
  const files = document.querySelector<HTMLLinkElement>('link[as]')?.dataset[kind]
  for (const file of files?.split(' ') ?? []) fetch(`/app/${file}`).catch(() => {})
}
