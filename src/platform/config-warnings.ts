import type { Config } from './config.ts'
import { isLoopback } from './input/network.ts'
import { describeUnknown } from './settings.ts'

/** Warns about settings that work and are probably a mistake. */
export function warningsAbout(config: Config): string[] {
  const warnings = config.unknownSettings.map(describeUnknown)
  if (config.allowPrivateTargets && !isLoopback(config.host)) {
    warnings.push(
      `ALLOW_PRIVATE_TARGETS is true and HOST ${config.host} accepts other machines: partners can point webhook and JWKS URLs into your network`,
    )
  }
  if (config.isProxyPlaceholder) {
    warnings.push(
      'TRUSTED_PROXIES is still a placeholder, so no proxy is trusted and all staff have the address of your proxy: failed sign-ins of a stranger lock them all out. Set it to the network of your ingress controller, such as 10.244.0.0/16',
    )
  }
  return warnings
}
