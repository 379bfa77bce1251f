import type { Config } from '../../platform/config.ts'
import { warningsAbout } from '../../platform/config-warnings.ts'
import { type Finding, ok, warning } from './finding.ts'

export function checkSettings(config: Config): Finding[] {
  const warnings = warningsAbout(config).map((message) => warning('settings', message))
  return [...(warnings.length > 0 ? warnings : [ok('settings', 'all can be read')]), checkProxies(config)]
}

function checkProxies({ publicUrl, trustedProxies, isProxyPlaceholder }: Config): Finding {
  if (trustedProxies.length > 0) return ok('proxies', `${trustedProxies.join(', ')} trusted`)
  if (isProxyPlaceholder || !publicUrl.startsWith('https:')) return ok('proxies', 'none trusted')
  return warning(
    'proxies',
    'PUBLIC_URL is https, so there is a proxy, and TRUSTED_PROXIES is not set: all callers have its address. Set it to the address or network of the proxy',
  )
}
