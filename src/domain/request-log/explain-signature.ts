import { createHmac } from 'node:crypto'
import { parseSignature, signV1 } from '@counterfoil/contract/signature.ts'

/** The data by which the signature of a refused request was checked. Never store or log it. */
export type JudgedSignature = {
  /** The header x-signature; empty if it is missing. */
  header: string
  /** The secrets that the partner may sign with. */
  secrets: string[]
  /** Null if the body was too large to be kept, so that its bytes are not compared. */
  body: Buffer | null
  bodyBytes: number
  /** Whether the request has a body although its route takes none. */
  hasUnexpectedBody: boolean
  /** Whether the signature matches, but its time is too far from our clock. */
  isExpired: boolean
  nowSeconds: number
  requireV2: boolean
}

const TOLERANCE_SECONDS = 300

/** Why a signature was refused, with the mistake behind it if it is a known one. Never shows a signature or a secret. */
export function explainSignature(judged: JudgedSignature): string {
  const { header, body, bodyBytes, secrets, nowSeconds } = judged
  if (header === '') return 'signature: the header x-signature is missing'
  const signature = parseSignature(header)
  if (!signature) return `signature: the header x-signature cannot be read: ${formatProblem(header)}`
  if (judged.hasUnexpectedBody) return 'signature: the route takes no body, and the request has one'
  const age = ageInWords(nowSeconds - signature.timestampSeconds)
  if (judged.isExpired) return `signature: ${age}, the maximum is ${TOLERANCE_SECONDS} s`
  const facts = `signature: ${age}, body of ${bodyBytes} bytes`
  const none =
    secrets.length === 1 ? 'the secret does not match' : `none of ${secrets.length} secrets matches`
  if (body === null) return `${facts}, ${none}`
  const isSigned = secrets.some((secret) =>
    signature.v1.includes(signV1(secret, signature.timestampSeconds, body)),
  )
  if (isSigned) return `${facts}, v1 matches, ${v2Problem(judged, signature)}`
  const mistake = findMistake(secrets, body, signature)
  return `${facts}, ${none}${mistake === null ? '' : `; ${mistake}`}`
}

function ageInWords(seconds: number): string {
  return seconds < 0 ? `t is ${-seconds} s ahead of our clock` : `t is ${seconds} s old`
}

function formatProblem(header: string): string {
  if (header.length > 1024) return 'it has more than 1024 characters'
  const elements = header.split(',').map((element) => element.trim().split('='))
  const valuesOf = (wanted: string) =>
    elements.filter(([name]) => name === wanted).map(([, ...rest]) => rest.join('='))
  const [t, ...more] = valuesOf('t')
  if (t === undefined) return 'it has no t'
  if (more.length > 0) return 'it has more than one t'
  if (/^\d{13}$/.test(t)) return 't looks like milliseconds, expected seconds'
  if (!/^\d{1,12}$/.test(t)) return 't is not a number of whole seconds'
  const v1 = valuesOf('v1')
  if (v1.length === 0) return 'it has no v1'
  return v1.some((value) => /^[0-9A-F]{64}$/.test(value))
    ? 'v1 is in upper case, expected lower case'
    : 'v1 is not 64 hexadecimal digits'
}

type Signature = NonNullable<ReturnType<typeof parseSignature>>

function v2Problem({ requireV2 }: JudgedSignature, { hasV2 }: Signature): string {
  if (!hasV2 && requireV2) return 'v2 is missing, and this partner must send it'
  return 'v2 does not: it was made for another method, path or query'
}

/** Tries the most common mistakes. */
function findMistake(secrets: string[], body: Buffer, signature: Signature): string | null {
  const { v1, timestampSeconds, signedTimestamp } = signature
  const isOver = (signed: string) =>
    secrets.some((secret) => v1.includes(signV1(secret, timestampSeconds, signed)))
  const text = body.toString()
  const json = readJson(text)
  if (json !== undefined && isOver(JSON.stringify(json)))
    return 'a signature over the JSON re-serialized would match'
  if (isOver(text.trim())) return 'a signature over the trimmed body would match'
  if (isOver('')) return 'a signature over an empty body would match'
  const isMadeBy = (keyOf: (secret: string) => string | Buffer, ...parts: (string | Buffer)[]) =>
    secrets.some((secret) =>
      v1.includes(
        parts.reduce((hmac, part) => hmac.update(part), createHmac('sha256', keyOf(secret))).digest('hex'),
      ),
    )
  if (isMadeBy((secret) => secret, body))
    return 'a signature over the body alone would match: t and a dot come before the body'
  return isMadeBy(decoded, `${signedTimestamp}.`, body)
    ? 'a signature with the base64-decoded secret would match: the key is the secret as text'
    : null
}

/** Decodes a secret as libraries for Standard Webhooks do. */
function decoded(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
