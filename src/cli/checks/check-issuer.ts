import { fetchDiscovery } from '../../domain/staff/sign-in/issuer.ts'
import type { Config } from '../../platform/config.ts'
import { type Finding, ok, reasonOf, wrong } from './finding.ts'

export async function checkIssuer({ oidc }: Config): Promise<Finding> {
  if (oidc === null) return ok('single sign-on', 'OIDC_ISSUER is not set')
  return fetchDiscovery(oidc).then(
    () => ok('single sign-on', 'the issuer answers'),
    (error) =>
      wrong(
        'single sign-on',
        `no usable response from /.well-known/openid-configuration of OIDC_ISSUER (${reasonOf(error)}): check the address`,
      ),
  )
}
