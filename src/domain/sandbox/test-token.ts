import type { mintTestToken } from '@counterfoil/contract/integration/sandbox.ts'
import { importJWK, SignJWT } from 'jose'
import type { Static } from 'typebox'
import type { PartnerEntry } from '../actors/partner.ts'

const DEFAULT_SECONDS = 3600

/** A token of one of the partner's users, signed with the key that we keep for the test partner. */
export async function mintToken(
  { jwtIssuer, jwtAudience, secrets }: PartnerEntry,
  {
    externalUserId,
    email,
    displayName,
    expiresInSeconds = DEFAULT_SECONDS,
  }: Static<typeof mintTestToken.body>,
  now: Date,
): Promise<{ token: string; expiresAt: string }> {
  if (secrets.testKey === null) throw new Error('a test partner has no signing key')
  const issuedAt = Math.floor(now.getTime() / 1000)
  const expiresAt = issuedAt + expiresInSeconds
  const claims = { ...(email && { email }), ...(displayName && { displayName }) }
  const jwt = new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .setIssuer(jwtIssuer)
    .setSubject(externalUserId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
  if (jwtAudience !== null) jwt.setAudience(jwtAudience)
  const token = await jwt.sign(await importJWK(JSON.parse(secrets.testKey), 'ES256'))
  return { token, expiresAt: new Date(expiresAt * 1000).toISOString() }
}
