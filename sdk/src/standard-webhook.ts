import { bytesOf } from './signature.ts'

const PREFIX = 'whsec_'
const HMAC = { name: 'HMAC', hash: 'SHA-256' }

/** The value of `webhook-signature`, which the libraries of Standard Webhooks verify. */
export async function standardSignature(input: {
  secret: string
  id: string
  timestampSeconds: number
  body: string
}): Promise<string> {
  const { secret, id, timestampSeconds, body } = input
  const key = await crypto.subtle.importKey('raw', keyOf(secret), HMAC, false, ['sign'])
  const mac = await crypto.subtle.sign(HMAC, key, bytesOf(`${id}.${timestampSeconds}.${body}`))
  return `v1,${btoa(binaryOf(new Uint8Array(mac)))}`
}

/** The decoded bytes of a secret that is `whsec_` and standard base64. The text of any other secret is the key itself. */
function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const decoded = secret.startsWith(PREFIX) ? decode(secret.slice(PREFIX.length)) : null
  return decoded ?? bytesOf(secret)
}

function decode(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(base64)
    // `atob` also takes text that no encoder writes, for example without padding.
    if (binary === '' || btoa(binary) !== base64) return null
    return Uint8Array.from(binary, (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

const binaryOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
