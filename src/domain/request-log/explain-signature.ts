import { createHmac } from 'node:crypto'
import { parseSignature, signV1 } from '@counterfoil/contract/signature.ts'
import { type Reason, type ReasonSentence, reasonWith } from '@counterfoil/contract/words/reason.ts'

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
const MAX_HEADER_LENGTH = 1024

/** Why a signature was refused, with the mistake behind it if it is a known one. Never shows a signature or a secret. */
export function explainSignature(judged: JudgedSignature): Reason[] {
  const { header, body, bodyBytes, secrets, nowSeconds } = judged
  if (header === '') return [reasonWith('signature.missing')]
  const signature = parseSignature(header)
  if (!signature) return [formatProblem(header)]
  if (judged.hasUnexpectedBody) return [reasonWith('signature.body')]
  const age = nowSeconds - signature.timestampSeconds
  const [seconds, isAhead] = [Math.abs(age), age < 0]
  if (judged.isExpired)
    return [
      reasonWith(isAhead ? 'signature.ahead' : 'signature.old', { seconds, maxSeconds: TOLERANCE_SECONDS }),
    ]
  const withAge = (sentence: (typeof WITH_AGE)[number], details = {}) =>
    reasonWith(isAhead ? `${sentence}:ahead` : sentence, { seconds, bytes: bodyBytes, ...details })
  const isSigned =
    body !== null &&
    secrets.some((secret) => signature.v1.includes(signV1(secret, signature.timestampSeconds, body)))
  if (isSigned)
    return [withAge(!signature.hasV2 && judged.requireV2 ? 'signature.noV2' : 'signature.wrongV2')]
  const wrong = withAge('signature.wrong', { count: secrets.length })
  const mistake = body === null ? null : findMistake(secrets, body, signature)
  return mistake === null ? [wrong] : [wrong, reasonWith(mistake)]
}

const WITH_AGE = ['signature.wrong', 'signature.noV2', 'signature.wrongV2'] as const

function formatProblem(header: string): Reason {
  if (header.length > MAX_HEADER_LENGTH)
    return reasonWith('signature.tooLong', { maxLength: MAX_HEADER_LENGTH })
  const elements = header.split(',').map((element) => element.trim().split('='))
  const valuesOf = (wanted: string) =>
    elements.filter(([name]) => name === wanted).map(([, ...rest]) => rest.join('='))
  const [t, ...more] = valuesOf('t')
  if (t === undefined) return reasonWith('signature.noTime')
  if (more.length > 0) return reasonWith('signature.manyTimes')
  if (/^\d{13}$/.test(t)) return reasonWith('signature.milliseconds')
  if (!/^\d{1,12}$/.test(t)) return reasonWith('signature.notSeconds')
  const v1 = valuesOf('v1')
  if (v1.length === 0) return reasonWith('signature.noV1')
  const isUpperCase = v1.some((value) => /^[0-9A-F]{64}$/.test(value))
  return reasonWith(isUpperCase ? 'signature.upperCase' : 'signature.notHex')
}

type Signature = NonNullable<ReturnType<typeof parseSignature>>

/** Tries the most common mistakes. */
function findMistake(secrets: string[], body: Buffer, signature: Signature): ReasonSentence | null {
  const { v1, timestampSeconds, signedTimestamp } = signature
  const isOver = (signed: string) =>
    secrets.some((secret) => v1.includes(signV1(secret, timestampSeconds, signed)))
  const text = body.toString()
  const json = readJson(text)
  if (json !== undefined && isOver(JSON.stringify(json))) return 'signature.serialized'
  if (isOver(text.trim())) return 'signature.trimmed'
  if (isOver('')) return 'signature.empty'
  const isMadeBy = (keyOf: (secret: string) => string | Buffer, ...parts: (string | Buffer)[]) =>
    secrets.some((secret) =>
      v1.includes(
        parts.reduce((hmac, part) => hmac.update(part), createHmac('sha256', keyOf(secret))).digest('hex'),
      ),
    )
  if (isMadeBy((secret) => secret, body)) return 'signature.bodyAlone'
  return isMadeBy(decoded, `${signedTimestamp}.`, body) ? 'signature.decoded' : null
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
