import { SignJWT } from 'jose'
import type { PartnerEntry } from '../domain/actors/partner.ts'
import type { Deps } from '../domain/deps.ts'
import { type Credentials, credentialsFolder, findCredentials, publicPem } from './credentials.ts'
import { MERCHANTS } from './merchants/all.ts'
import { DEMO_PARTNER } from './partner.ts'
import { listPins } from './queries.ts'

const USER = { sub: 'demo-user-1', displayName: 'Demo User' }
const TOKEN_LIFETIME_SECONDS = 12 * 60 * 60
const MERCHANTS_WITH_SHOWN_PIN = ['sparrow-and-saucer', 'ninth-bowl', 'moonreel-cinema']

export type DemoGuide = {
  partner: string
  /** The folder with the partner's signing key and secret. */
  credentials: string
  /** Each text is such as `2468 at Sparrow & Saucer`. A PIN that was changed is left out. */
  pins: string[]
  webview: string
}

/** How to try the demo; null if no demo was loaded. `origin` is the URL of the service. */
export async function describeDemo(deps: Deps, origin = deps.config.publicUrl): Promise<DemoGuide | null> {
  const demo = await findDemo(deps)
  if (!demo) return null
  return {
    partner: demo.partner.slug,
    credentials: credentialsFolder(deps.config),
    pins: await currentPins(deps),
    webview: `${origin}/demo`,
  }
}

/** Describes the demo for people, in rows of a name and a value. */
export function demoRows(guide: DemoGuide | null): [name: string, value: string][] {
  if (!guide) return []
  const { partner, credentials, pins, webview } = guide
  return [
    ['Demo partner', `${partner} (signing key and secret in ${credentials})`],
    ...(pins.length > 0 ? [['Demo PINs', pins.join(', ')] as [string, string]] : []),
    ['Demo webview', webview],
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

/** Finds the demo partner; null if no demo was loaded, or if the partner was disabled or has another key now. */
async function findDemo(deps: Deps): Promise<{ partner: PartnerEntry; credentials: Credentials } | null> {
  const credentials = await findCredentials(deps.config).catch((error) => {
    // The demo must never stop the service.
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
