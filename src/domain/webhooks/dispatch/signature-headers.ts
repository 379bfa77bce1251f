import { createHmac, createSecretKey } from 'node:crypto'
import { standardKey } from '@counterfoil/contract/standard-webhook.ts'
import type { PartnerEntry } from '../../actors/partner.ts'

type Secrets = PartnerEntry['secrets']

type Signer = (text: string, encoding: 'hex' | 'base64') => string

type Signers = { own: Signer; standard: { sign: Signer; acceptedUntil: Date | null }[] }

/** The secrets of a partner stay the same object until it changes, so each key is prepared once. */
const signersBySecrets = new WeakMap<Secrets, Signers>()

/** The headers that prove that a delivery is ours and fresh: our own, and those of Standard Webhooks. */
export function signatureHeaders(secrets: Secrets, id: string, body: string, now: Date) {
  const { own, standard } = signersBySecrets.get(secrets) ?? rememberSigners(secrets)
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signed = `${timestamp}.${body}`
  return {
    'x-signature': `t=${timestamp},v1=${own(signed, 'hex')}`,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    // One signature for each secret that is valid now: during a rotation, a receiver may have either of two.
    'webhook-signature': standard
      .filter(({ acceptedUntil }) => acceptedUntil === null || acceptedUntil > now)
      .map(({ sign }) => `v1,${sign(`${id}.${signed}`, 'base64')}`)
      .join(' '),
  }
}

function rememberSigners(secrets: Secrets): Signers {
  const signers = {
    own: createSigner(Buffer.from(secrets.signing)),
    standard: secrets.accepted.map(({ secret, acceptedUntil }) => ({
      sign: createSigner(standardKey(secret)),
      acceptedUntil,
    })),
  }
  signersBySecrets.set(secrets, signers)
  return signers
}

/** The key is imported once, because `createHmac` would import a Buffer again at every call. */
function createSigner(secret: Uint8Array): Signer {
  const key = createSecretKey(secret)
  return (text, encoding) => createHmac('sha256', key).update(text).digest(encoding)
}
