import { createPartner, updatePartner } from '@counterfoil/contract/admin/partners.ts'
import type { Input } from '@counterfoil/contract/define-route.ts'
import { ApiError } from '../api/api-error.ts'
import type { Partner } from '../api/records.ts'
import type { BodySchema } from '../form/check-field.ts'
import { PARTNER_LABELS, PARTNER_WORDS as words } from '../words/partners.ts'
import type { PartnerPart } from './use-partner-editor.ts'

type Body = Input<typeof updatePartner>['body']

/** A partner as forms show it: keys are text, and `keySource` says which of the two ways is chosen. */
export type PartnerValues = Required<
  Omit<Body, 'disabled' | 'scope' | 'publicKey' | 'nextPublicKey' | 'eventTypes'>
> & {
  keySource: string
  publicKey: string | null
  nextPublicKey: string | null
  eventTypes: string[]
}

const KEY_TEXT = { type: ['string', 'null'], maxLength: 16384 }

/** The contract's limits, with keys as the text that a form has. */
const PARTNER_BODY = withKeyTexts(updatePartner.body)
export const NEW_PARTNER_BODY = withKeyTexts(createPartner.body)

function withKeyTexts(body: unknown): BodySchema {
  const { properties, ...rest } = body as BodySchema
  return { ...rest, properties: { ...properties, publicKey: KEY_TEXT, nextPublicKey: KEY_TEXT } }
}

function valuesOf(partner: Partner): PartnerValues {
  const { jwksUrl, publicKey, nextPublicKey } = partner
  return {
    ...partner,
    keySource: jwksUrl === null ? 'static' : 'jwks',
    publicKey: textOf(publicKey),
    nextPublicKey: textOf(nextPublicKey),
  }
}

function textOf(key: Partner['publicKey']): string | null {
  return key === null || typeof key === 'string' ? key : JSON.stringify(key, null, 2)
}

/** The form of some fields of a partner. */
function partOf<K extends keyof PartnerValues>(
  name: string,
  fields: readonly K[],
): PartnerPart<Pick<PartnerValues, K>> {
  return {
    name,
    body: PARTNER_BODY,
    labels: PARTNER_LABELS,
    valuesOf: (partner) => {
      const values = valuesOf(partner)
      return Object.fromEntries(fields.map((field) => [field, values[field]])) as Pick<PartnerValues, K>
    },
    bodyOf,
  }
}

export const BRAND_PART = partOf('brand', [
  'name',
  'displayName',
  'logoPath',
  'accentColor',
  'shareUrl',
  'frameAncestors',
])
export const KEY_PART = partOf('keys', [
  'jwtIssuer',
  'keySource',
  'jwksUrl',
  'publicKey',
  'nextPublicKey',
  'jwtAudience',
  'maxTokenLifetimeSeconds',
  'requireV2',
])
export const WEBHOOK_PART = partOf('webhook', ['webhookUrl', 'eventTypes'])
export const LIMIT_PART = partOf('limits', ['integrationRequestsPerMinute', 'consumerRequestsPerMinute'])

/** The body that saves changed values. The key source that is not chosen is cleared. */
export function bodyOf(changes: Partial<PartnerValues>, all: Partial<PartnerValues>): Body {
  const { keySource: _, publicKey, nextPublicKey, jwksUrl, ...rest } = changes
  const touchesKeys = ['keySource', 'publicKey', 'nextPublicKey', 'jwksUrl'].some((name) => name in changes)
  const keys =
    all.keySource === 'jwks'
      ? { jwksUrl: all.jwksUrl ?? null, publicKey: null, nextPublicKey: null }
      : {
          jwksUrl: null,
          publicKey: keyOf('publicKey', all.publicKey),
          nextPublicKey: keyOf('nextPublicKey', all.nextPublicKey),
        }
  return { ...rest, ...(touchesKeys && keys) } as Body
}

function keyOf(name: string, text: string | null | undefined): Partner['publicKey'] {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '') return null
  if (!trimmed.startsWith('{')) return trimmed
  try {
    return JSON.parse(trimmed)
  } catch {
    throw new ApiError({
      code: 'validation_failed',
      issues: [{ path: `/${name}`, message: words.notJson }],
    })
  }
}
