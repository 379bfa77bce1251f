import type { Config } from '../config.ts'

/** Why an address of a partner's cannot be registered, or null. Whether it is safe to call is judged at each call. */
export function targetIssue(address: string, config: Pick<Config, 'allowPrivateTargets'>): string | null {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url) return 'must be a URL'
  const plainAllowed = config.allowPrivateTargets && url.protocol === 'http:'
  if (url.protocol !== 'https:' && !plainAllowed) return 'must be an https URL'
  if (url.username || url.password) return 'must not carry a user name or password'
  if (url.hash) return 'must not carry a fragment'
  return null
}
