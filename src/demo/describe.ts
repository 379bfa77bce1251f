import { SignJWT } from 'jose'
import type { Deps } from '../domain/deps.ts'
import type { PartnerEntry } from '../domain/partners/directory.ts'
import { type Credentials, credentialsFolder, findCredentials, publicPem } from './credentials.ts'
import { MERCHANTS } from './merchants/all.ts'
import { DEMO_PARTNER } from './partner.ts'
import { listPins } from './queries.ts'

const USER = { sub: 'demo-user-1', displayName: 'Demo User' }
const TOKEN_LIFETIME_SECONDS = 12 * 60 * 60
const SHOWN = ['sparrow-and-saucer', 'ninth-bowl', 'moonreel-cinema']

/**
 * How to try the demo: rows of a name and a value. None without a demo, or where its partner is disabled or has another
 * key by now; a PIN that somebody has changed is left out. `origin` is where the service answers.
 */
export async function describeDemo(deps: Deps, origin = deps.config.publicUrl): Promise<[string, string][]> {
  const credentials = await findCredentials(deps.config).catch((error) => {
    // A service does without its demo.
    deps.log.warn({ err: error }, 'the files of the demo partner cannot be read')
    return null
  })
  const partner = credentials && (await deps.partners.bySlug(DEMO_PARTNER.slug))
  if (!partner || partner.disabled || !isKeyOf(partner, credentials)) return []
  const pins = await currentPins(deps)
  const token = await mintToken(partner, credentials, deps.now())
  return [
    ['Demo partner', `${partner.slug}, its signing key and secret are in ${credentialsFolder(deps.config)}`],
    ...(pins.length > 0 ? [['Demo PINs', pins.join(', ')] as [string, string]] : []),
    ['Demo webview', `${origin}/app/#token=${token}`],
  ]
}

function isKeyOf({ publicKey, nextPublicKey }: PartnerEntry, { signingKey }: Credentials): boolean {
  const ours = publicPem(signingKey)
  return publicKey === ours || nextPublicKey === ours
}

/** What the backend of a partner does for each of its users. */
function mintToken({ jwtIssuer }: PartnerEntry, { signingKey }: Credentials, now: Date): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  return new SignJWT({ displayName: USER.displayName })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(jwtIssuer)
    .setSubject(USER.sub)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + TOKEN_LIFETIME_SECONDS)
    .sign(signingKey)
}

async function currentPins({ db, vault }: Deps): Promise<string[]> {
  const stored = await listPins(db, SHOWN)
  return MERCHANTS.filter(({ slug }) => SHOWN.includes(slug)).flatMap(({ slug, name, pin }) => {
    const own = stored.filter((row) => row.slug === slug)
    const holds = own.length > 0 && own.every((row) => vault.pinMatches(row.outletId, pin, row.pinHash))
    return holds ? [`${pin} at ${name}`] : []
  })
}
