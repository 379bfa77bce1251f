import { SignJWT } from 'jose'
import type { Deps } from '../domain/deps.ts'
import type { PartnerEntry } from '../domain/partners/directory.ts'
import { type Credentials, credentialsFolder, findCredentials, publicPem } from './credentials.ts'
import { MERCHANTS } from './merchants/all.ts'
import { DEMO_PARTNER } from './partner.ts'
import { listPins } from './queries.ts'

const USER = { sub: 'demo-user-1', displayName: 'Demo User' }
const TOKEN_LIFETIME_SECONDS = 12 * 60 * 60
const MERCHANTS_WITH_SHOWN_PIN = ['sparrow-and-saucer', 'ninth-bowl', 'moonreel-cinema']

/**
 * How to try the demo, as rows of a name and a value for the start block. Empty if there is no demo to try. A PIN that
 * has been changed is left out. `origin` is the URL of the service.
 */
export async function describeDemo(deps: Deps, origin = deps.config.publicUrl): Promise<[string, string][]> {
  const demo = await findDemo(deps)
  if (!demo) return []
  const pins = await currentPins(deps)
  return [
    ['Demo partner', `${demo.partner.slug} (signing key and secret in ${credentialsFolder(deps.config)})`],
    ...(pins.length > 0 ? [['Demo PINs', pins.join(', ')] as [string, string]] : []),
    ['Demo webview', `${origin}/demo`],
  ]
}

/** A token of the demo user, signed as a partner's backend does for each of its users; null without a demo. */
export async function mintDemoToken(deps: Deps): Promise<string | null> {
  const demo = await findDemo(deps)
  if (!demo) return null
  const issuedAt = Math.floor(deps.now().getTime() / 1000)
  return new SignJWT({ displayName: USER.displayName })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(demo.partner.jwtIssuer)
    .setSubject(USER.sub)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + TOKEN_LIFETIME_SECONDS)
    .sign(demo.credentials.signingKey)
}

/** Null if no demo was loaded, or if its partner has been disabled or given another key. */
async function findDemo(deps: Deps): Promise<{ partner: PartnerEntry; credentials: Credentials } | null> {
  const credentials = await findCredentials(deps.config).catch((error) => {
    // Never stop the service because of the demo.
    deps.log.warn({ err: error }, 'cannot read the credentials of the demo partner')
    return null
  })
  const partner = credentials && (await deps.partners.bySlug(DEMO_PARTNER.slug))
  return partner && !partner.disabled && isKeyOf(partner, credentials) ? { partner, credentials } : null
}

function isKeyOf({ publicKey, nextPublicKey }: PartnerEntry, { signingKey }: Credentials): boolean {
  const ours = publicPem(signingKey)
  return publicKey === ours || nextPublicKey === ours
}

async function currentPins({ db, vault }: Deps): Promise<string[]> {
  const stored = await listPins(db, MERCHANTS_WITH_SHOWN_PIN)
  return MERCHANTS.filter(({ slug }) => MERCHANTS_WITH_SHOWN_PIN.includes(slug)).flatMap(
    ({ slug, name, pin }) => {
      const own = stored.filter((row) => row.slug === slug)
      const isUnchanged =
        own.length > 0 && own.every((row) => vault.pinMatches(row.outletId, pin, row.pinHash))
      return isUnchanged ? [`${pin} at ${name}`] : []
    },
  )
}
