import { createHash } from 'node:crypto'
import type { RedemptionRequest as Body } from '@counterfoil/contract/shapes/redemption.ts'
import type { Static } from 'typebox'

/**
 * The hash of a redemption's body, with which a repeated key is compared. It does not depend on the order or spacing of
 * the JSON. The PIN is left out: a replay counts no attempt, so if the response depended on the PIN, anyone with the key
 * could try all PINs. So a redemption by code, which has no PIN, has the same hash.
 */
export function hashOf({ pin: _, ...body }: Omit<Static<typeof Body>, 'pin'> & { pin?: string }): string {
  const sorted = Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('base64')
}
